import { open } from 'node:fs/promises'
import { Mp4Error, topBoxes } from '~/model/mp4-boxes'
import { Failure } from './failure'
import { readerOf } from './file-reader'

/**
 * Goes through a file from box to box: where one reaches beyond its end, data are missing, however little of the
 * video that is. What else is wrong with its boxes is for ffprobe to judge.
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
