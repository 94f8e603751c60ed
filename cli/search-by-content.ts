import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { textIn } from '~/model/objects'
import type { Work } from './make-once'
import type { Part } from './recordings'

/** `company`: `companies/<uid>`, to which the 360° videos go. */
export type Upload = Work & { readonly company: string }

const checksumOf = async (path: string) => {
  const hash = createHash('md5')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64')
}

/** The path of a video's field that has the checksum of a file; camera files are removed once they are stitched. */
const checksums: Readonly<Record<string, string>> = { file: 'file.md5Hash', insv1: 'cameraChecksum' }

/** Finds the company's 360° video of a file by its content, whoever made it; its address. */
export const searchByContent = async ({ api, company }: Upload, { field, path }: Part) => {
  const md5 = await checksumOf(path)
  return async () => {
    const [video] = await api.list('videos360', { [checksums[field] ?? '']: md5, company })
    return video === undefined ? undefined : `videos/${textIn(video, 'uid')}`
  }
}
