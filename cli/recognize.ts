import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { textIn } from '~/model/objects'
import type { Work } from './make-once'
import type { Part, Recording } from './recordings'

/** `company`: `companies/<uid>`, to which the 360° videos go. */
export type Upload = Work & { readonly company: string }

const addressOf = (video: unknown) => `videos/${textIn(video, 'uid')}`

const checksumOf = async (path: string) => {
  const hash = createHash('md5')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64')
}

/** The user's 360° videos of camera files by a name: once they are prepared, the server no longer has those files. */
const cameraVideos = async ({ api, company }: Upload, user: string, name: string) =>
  (await api.list('videos360', { company, createdBy: user, name }))
    .filter(video => textIn(video, 'resolution'))
    .map(addressOf)

/** How the server's 360° video of a recording is recognized, by its first file. */
export const recognitionOf = async (upload: Upload, { name }: Recording, { field, path }: Part) => {
  const [md5, { api, company }] = [await checksumOf(path), upload]
  /** Those that have this file, whoever made them. */
  const withFile = async () =>
    (await api.list('videos360', { [`${field}.md5Hash`]: md5, company })).map(addressOf)
  const look = async (user: string) => [
    ...(await withFile()),
    ...(field === 'file' ? [] : await cameraVideos(upload, user, name)),
  ]
  return { find: async () => (await withFile())[0], look }
}

export type Recognition = Awaited<ReturnType<typeof recognitionOf>>
