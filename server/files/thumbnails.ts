import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { FileDescriptor } from '~/model/fields'
import { refOf, uidOf } from '~/model/refs'
import { medias } from '~/model/resources/medias'
import { findRow } from '../db/listing'
import { newUid } from '../identity/tokens'
import { updateRow } from '../records/writing'
import type { Services } from '../services'

export const sizes = { thumbRef256: 256, thumbRef128: 128 } as const

// Two cores are the usual machine; one picture at a time leaves the other to requests.
sharp.concurrency(1)
const MAX_PIXELS = 268_402_689

const shrink = (source: string, size: number) =>
  sharp(source, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()

const isPicture = (contentType: string) => contentType.startsWith('image/') && contentType !== 'image/svg+xml'

const keep = async (
  { database, files }: Services,
  media: string,
  field: keyof typeof sizes,
  bytes: Buffer,
) => {
  const id = newUid()
  await files.write(id, bytes)
  await database.run(sql`insert into files (id, user_uid, label, content_type, size, md5, owner, field)
    values (${id}, '', ${`${field}.webp`}, 'image/webp', ${bytes.length}, '', ${refOf('medias', media)}, ${field})`)
  return id
}

const draw = async (services: Services, media: string, file: FileDescriptor) => {
  const drawn: Record<string, string> = {}
  for (const [field, size] of Object.entries(sizes) as [keyof typeof sizes, number][])
    drawn[field] = await keep(
      services,
      media,
      field,
      await shrink(services.files.pathOf(uidOf(file.ref)), size),
    )
  return drawn
}

/**
 * Draws a pending media's thumbnails and completes it. A picture that cannot be read completes without one: the
 * file itself is as it was sent.
 */
export const makeThumbnails = async (services: Services, uid: string) => {
  const media = await findRow(services.database, medias, uid, 'all')
  const file = media?.file as FileDescriptor | null | undefined
  if (!media || !file || media.status !== 'pending') return
  let drawn: Record<string, string> = {}
  try {
    if (isPicture(file.contentType)) drawn = await draw(services, uid, file)
  } catch (error) {
    services.log.warn({ media: uid, error: String(error) }, 'no thumbnail')
  }
  // `updatedAt` stays: nobody's edit is stale because a picture was drawn meanwhile.
  await updateRow(services.database, medias, uid, { ...drawn, status: 'completed' }, media)
}

/** Takes up what a stopped server left: medias whose file is there and whose thumbnails are not. */
export const resumeThumbnails = async (services: Services) => {
  const waiting = await services.database.query<{ uid: string }>(
    sql`select uid from medias where status = 'pending' and file is not null`,
  )
  for (const { uid } of waiting) await makeThumbnails(services, uid)
}
