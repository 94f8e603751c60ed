import { messageOf } from '~/model/errors'
import type { FileDescriptor } from '~/model/fields'
import { keysOf } from '~/model/objects'
import type { Media } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import { medias, type ThumbProblem } from '~/model/resources/medias'
import type { JobHandler } from '~/server/features/processing/job-run'
import { FileDamaged, FileMissing } from '~/server/platform/storage/file-store'
import { withLocalFile } from '~/server/platform/storage/local-files'
import { applyChanges } from '~/server/records/apply'
import { type Context, noHooks, type Services } from '~/server/records/context'
import { storeThumbnail } from '~/server/records/files'
import { findRow } from '~/server/records/list'

/** The longest side in pixels of each thumbnail of a media. */
const sizes = { thumbRef256: 256, thumbRef128: 128 } as const
type Field = keyof typeof sizes
const fields = keysOf(sizes)

const isImage = (contentType: string) => contentType.startsWith('image/') && contentType !== 'image/svg+xml'

/** Larger images are not fetched: they would fill the disk, and exceed the decoder's memory. */
const MAX_BYTES = 512 * 1024 ** 2

type Drawn = { readonly images: readonly Buffer[]; readonly problem?: ThumbProblem }

/** Why an image was not read, by the message of the library or of the process that was ended. */
const problemOf = (error: unknown, { contentType }: FileDescriptor): ThumbProblem => {
  const message = messageOf(error)
  if (/memory|longer than|pixel limit|too large/i.test(message)) return 'too_large'
  // The library has no HEVC decoder, and reports misleading errors instead.
  return /unsupported|not supported|plugin/i.test(message) || /hei[cf]/.test(contentType)
    ? 'unsupported'
    : 'unreadable'
}

/** Returns no thumbnails for a file that is not an image or cannot be read; the file itself stays as sent. */
const draw = async ({ images, files, log }: Services, media: Media, file: FileDescriptor): Promise<Drawn> => {
  const pixels = fields.map(field => sizes[field])
  const refuse = (error: unknown): Drawn => {
    log.warn({ media: media.uid, error: String(error) }, 'no thumbnail')
    return { images: [], problem: problemOf(error, file) }
  }
  if (!isImage(file.contentType)) return { images: [] }
  if (file.size > MAX_BYTES) return { images: [], problem: 'too_large' }
  // A file that cannot be fetched is tried again later: it may be an image.
  const stored = { id: uidOf(file.ref), md5: file.md5Hash }
  const shrink = (path: string) => images.shrink(path, pixels)
  const read = withLocalFile(files, stored, path =>
    shrink(path).then((made): Drawn => ({ images: made }), refuse),
  )
  return read.catch(error => {
    if (error instanceof FileMissing || error instanceof FileDamaged) return refuse(error)
    throw error
  })
}

/** True while the media waits for thumbnails of this file: neither deleted nor given another file. */
const isWaiting = (media: Media | undefined, file: FileDescriptor): media is Media =>
  media?.status === 'pending' && media.file?.ref === file.ref

/** Completes a media that still waits for thumbnails of this file. */
const complete = async (context: Context, file: FileDescriptor, uid: string, { images, problem }: Drawn) => {
  const before = await findRow(context.tx, medias, uid, 'all', true)
  if (!isWaiting(before, file)) return
  const made: Partial<Record<Field, string>> = {}
  for (const [at, bytes] of images.entries()) {
    const field = fields[at]
    if (field) made[field] = await storeThumbnail(context, refOf('medias', uid), field, bytes)
  }
  const changes = { ...made, thumbProblem: problem ?? null, status: 'completed' } as const
  // Silent, so that a new thumbnail does not conflict with a concurrent edit.
  await applyChanges(context, medias, before, changes, { kind: 'silent', hooks: noHooks })
}

/** Generates a pending media's thumbnails, outside the transaction that stores them and completes it. */
export const makeThumbnails: JobHandler = {
  name: 'make-thumbnails',
  run: async run => {
    const uid = uidOf(run.job.subject)
    const media = await findRow(run.services.database, medias, uid, 'all')
    const file = media?.file
    const drawn = file && isWaiting(media, file) ? await draw(run.services, media, file) : { images: [] }
    await run.finish(async context => file && complete(context, file, uid, drawn))
  },
  fail: async (context, job, failure) => {
    context.services.log.warn({ media: job.subject, error: failure.message }, 'no thumbnail')
    const media = await findRow(context.tx, medias, uidOf(job.subject), 'all', true)
    if (media?.file) await complete(context, media.file, media.uid, { images: [], problem: 'unreadable' })
  },
}
