import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { FileDescriptor } from '~/model/fields'
import { keysOf } from '~/model/objects'
import type { Media } from '~/model/record-types'
import { refOf, uidOf } from '~/model/refs'
import { medias } from '~/model/resources/medias'
import { newUid } from '~/server/platform/crypto/tokens'
import { FileMissing } from '~/server/platform/storage/file-store'
import { withLocalFile } from '~/server/platform/storage/local-files'
import { type Context, noHooks } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import type { Services } from '~/server/records/services'
import type { RowOf } from '~/server/records/tables/row-of'
import { asServer } from '~/server/records/writing/as-server'
import { applyChanges } from '~/server/records/writing/update-record'

/** The longest side in pixels of each thumbnail of a media. */
const sizes = { thumbRef256: 256, thumbRef128: 128 } as const
type Field = keyof typeof sizes
const fields = keysOf(sizes)

const isImage = (contentType: string) => contentType.startsWith('image/') && contentType !== 'image/svg+xml'

/** Larger images are not fetched: they would fill the disk, and what decodes them has less memory. */
const MAX_BYTES = 512 * 1024 ** 2
/** Images that are fetched and drawn at the same time. */
const limit = pLimit(2)

/** Returns no thumbnails for a file that is not an image or cannot be read; the file itself stays as sent. */
const draw = ({ images, files, log }: Services, media: Media, file: FileDescriptor) => {
  const pixels = fields.map(field => sizes[field])
  const refuse = (error: unknown): Buffer[] => {
    log.warn({ media: media.uid, error: String(error) }, 'no thumbnail')
    return []
  }
  if (!isImage(file.contentType) || file.size > MAX_BYTES) return []
  // A file that cannot be fetched is tried again later: it may be an image.
  return limit(() =>
    withLocalFile(files, uidOf(file.ref), path => images.shrink(path, pixels).catch(refuse)).catch(error => {
      if (error instanceof FileMissing) return refuse(error)
      throw error
    }),
  )
}

/** Writes the bytes first: a crash before the commit leaves files without a row, which are collected. */
const store = async ({ services, tx }: Context, media: string, field: Field, bytes: Buffer) => {
  const id = newUid()
  await services.files.write(id, bytes)
  await tx.run(sql`insert into files (id, user_uid, label, content_type, size, md5, owner, field)
    values (${id}, '', ${`${field}.webp`}, 'image/webp', ${bytes.length}, '', ${refOf('medias', media)}, ${field})`)
  return id
}

/** True while the media waits for thumbnails of this file: neither deleted nor given another file. */
const isWaiting = (media: Media | undefined, file: FileDescriptor): media is Media =>
  media?.status === 'pending' && media.file?.ref === file.ref

/** Generates a pending media's thumbnails, outside the transaction that stores them and completes it. */
export const makeThumbnails = async (services: Services, uid: string) => {
  const media = await findRow(services.database, medias, uid, 'all')
  const file = media?.file
  if (!file || !isWaiting(media, file)) return
  const images = await draw(services, media, file)
  await asServer(services, async context => {
    const before = await findRow(context.tx, medias, uid, 'all', true)
    if (!isWaiting(before, file)) return
    const made: Partial<Record<Field, string>> = {}
    for (const [at, bytes] of images.entries()) {
      const field = fields[at]
      if (field) made[field] = await store(context, uid, field, bytes)
    }
    // Silent, so that a thumbnail generated meanwhile does not make an edit stale.
    await applyChanges(
      context,
      medias,
      before,
      { ...made, status: 'completed' },
      { kind: 'silent', hooks: noHooks },
    )
  })
}

/**
 * Generates thumbnails of pending medias that have a file: after a restart, and for servers that ended. One that fails
 * does not keep the others waiting.
 * @param seconds without a change, during which the server that received the file is at work
 */
export const resumeThumbnails = async (services: Services, seconds = 0) => {
  const waiting = await services.database.query<RowOf<'medias', 'uid'>>(
    sql`select uid from medias where status = 'pending' and file is not null
      and updated_at <= now() - make_interval(secs => ${seconds})`,
  )
  const made = await Promise.allSettled(waiting.map(({ uid }) => makeThumbnails(services, uid)))
  const failed = made.find(each => each.status === 'rejected')
  if (failed) throw failed.reason
}
