import { open } from 'node:fs/promises'
import { Mp4Error, topBoxes } from '~/model/video/mp4-boxes'
import { Failure } from './failure'
import { readerOf } from './file-reader'

/**
 * Walks the top-level boxes of a file: if one extends beyond the end of the file, data are missing, however
 * little of the video that is. Other box errors are left to ffprobe.
 * @throws Failure truncated
 */
export const requireWhole = async (path: string) => {
  const file = await open(path)
  try {
    for await (const _ of topBoxes(readerOf(file), (await file.stat()).size));
  } catch (error) {
    if (!(error instanceof Mp4Error)) throw error
    if (error.code === 'truncated') throw new Failure('truncated', error.message)
  } finally {
    await file.close()
  }
}
