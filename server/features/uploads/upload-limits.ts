import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import type { Services } from '~/server/records/services'

const GB = 1024 ** 3

/** The metadata of an upload at its creation; `size` in bytes. */
export type NewUpload = {
  readonly id: string
  readonly user: string
  readonly label: string
  readonly contentType: string
  readonly size: number
}

/** @throws ApiError 507 if fewer than `bytes` are usable in the store */
export const requireSpace = ({ files }: Pick<Services, 'files'>, bytes = 0) => {
  if (files.usableBytes() < bytes)
    throw new ApiError('insufficient_storage', 'There is too little room on the disk of the server')
}

/** Bytes that unfinished uploads have declared but not sent yet. */
const announcedBytes = async (tx: Database, { files }: Services) => {
  if (files.usableBytes() === Number.POSITIVE_INFINITY) return 0
  const rows = await tx.query<TableRow<'files', 'id' | 'size'>>(
    sql`select id, size from files where owner is null and md5 is null`,
  )
  let bytes = 0
  for (const { id, size } of rows) bytes += Number(size) - (await files.size(id).catch(() => 0))
  return bytes
}

type Held = { readonly uploads: string; readonly bytes: string }

const requireQuota = async (tx: Database, { config }: Services, { user, size }: NewUpload) => {
  const [held] = await tx.query<Held>(sql`select count(*) as uploads, coalesce(sum(size), 0) as bytes
    from files where owner is null and user_uid = ${user}`)
  const most = config.UPLOAD_USER_GB * GB
  if (Number(held?.uploads) < config.UPLOAD_USER_COUNT && Number(held?.bytes) + size <= most) return
  throw new ApiError('upload_quota', 'Too many uploads wait for their form', {
    params: { uploads: config.UPLOAD_USER_COUNT, gigabytes: config.UPLOAD_USER_GB },
  })
}

/**
 * Reserves space for an upload if its user's quota and the disk allow it. A lock serializes reservations, so
 * that the second of two concurrent ones sees the first.
 * @throws ApiError 409 `upload_quota`, 507 `insufficient_storage`
 */
export const reserveUpload = (services: Services, upload: NewUpload) =>
  services.database.transaction(async tx => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('uploads'))`)
    await requireQuota(tx, services, upload)
    requireSpace(services, upload.size + (await announcedBytes(tx, services)))
    const { id, user, label, contentType, size } = upload
    await tx.run(sql`insert into files (id, user_uid, label, content_type, size)
      values (${id}, ${user}, ${label}, ${contentType}, ${size})`)
  })
