import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import type { Kind } from '~/model/fields'
import { canEver, type Role } from '~/model/grants'
import { pictureBytes } from '~/model/pictures'
import { registry } from '~/model/registry'
import { normalName } from '~/model/text'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import { removeFiles } from '~/server/platform/storage/removal'
import type { Services } from './context'

/** Maximum number of characters in a label. */
const longest = 200
/** Maximum number of characters in a file extension with its dot; anything longer is not an extension. */
const longestEnding = 12

/** Truncates by whole characters, before the extension, which indicates the file type. */
const shortened = (name: string) => {
  const characters = [...name]
  if (characters.length <= longest) return name
  const ending = [...(/\.[^.]+$/.exec(name)?.[0] ?? '')]
  const kept = ending.length <= longestEnding ? ending : []
  return [...characters.slice(0, longest - kept.length), ...kept].join('')
}

/** A file's label: the last segment of the path that the client sent, without control characters and unseen ones. */
export const labelFrom = (given: string) => {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  return normalName(shortened(last.replace(/\p{Cc}/gu, '').trim())).trim() || 'file'
}

const MEDIA_TYPE = /^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+-]*(\s*;[\x20-\x7e]*)?$/i

/** @throws ApiError 415 for a malformed content type */
export const requireMediaType = (given: string) => {
  if (given !== '' && !MEDIA_TYPE.test(given))
    throw new ApiError('wrong_file_type', 'The declared content type is not one', { params: { type: '' } })
  return given
}

/** The refusal of content that is not of the declared type. */
export const wrongType = (params: { readonly type: string; readonly found: string; readonly name: string }) =>
  new ApiError('wrong_file_type', `${params.name} is not ${params.type}`, { params })

export const GB = 1024 ** 3

/** Whether the role may ever create or update a record with a field of these kinds. */
export const mayAttach = (role: Role, kinds: readonly Kind[]) =>
  Object.values<Resource>(registry).some(
    ({ fields, grants }) =>
      Object.values(fields).some(({ kind, readOnly }) => kinds.includes(kind) && !readOnly) &&
      (canEver(grants.create, role) || canEver(grants.update, role)),
  )

/** Maximum size in bytes of an upload: that of a picture for roles that attach nothing else. */
export const maxUploadBytes = ({ config }: Pick<Services, 'config'>, role: Role) =>
  mayAttach(role, ['file']) ? config.MAX_UPLOAD_GB * GB : pictureBytes

/** @throws ApiError 413 */
export const requireSize = (size: number, limit: number) => {
  if (size > limit) throw new ApiError('too_large', 'The file is too large', { params: { limit } })
}

/** The metadata of an upload at its creation; `size` in bytes. */
type NewFile = {
  readonly id: string
  readonly user: string
  readonly label: string
  readonly contentType: string
  readonly size: number
  /** The object that it is copied from, if the user put it into the store by themselves. */
  readonly source?: string
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

const requireQuota = async (tx: Database, { config }: Services, { user, size }: NewFile) => {
  const [held] = await tx.query<Held>(sql`select count(*) as uploads, coalesce(sum(size), 0) as bytes
    from files where owner is null and user_uid = ${user}`)
  const most = config.UPLOAD_USER_GB * GB
  if (Number(held?.uploads) < config.UPLOAD_USER_COUNT && Number(held?.bytes) + size <= most) return
  throw new ApiError('upload_quota', 'Too many uploads wait for their form', {
    params: { uploads: config.UPLOAD_USER_COUNT, gigabytes: config.UPLOAD_USER_GB },
  })
}

const findCopy = async (tx: Database, { source }: NewFile) => {
  if (source === undefined) return undefined
  const [row] = await tx.query<TableRow<'files'>>(sql`select * from files where source = ${source}`)
  return row
}

/**
 * Reserves space for an upload if its user's quota and the disk allow it. A lock serializes reservations, so
 * that the second of two concurrent ones sees the first.
 * @returns its row; for a source that has one already, that one
 * @throws ApiError 409 `upload_quota`, 507 `insufficient_storage`
 */
export const reserveFile = (services: Services, file: NewFile) =>
  services.database.transaction(async tx => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('uploads'))`)
    const known = await findCopy(tx, file)
    if (known) return known
    await requireQuota(tx, services, file)
    requireSpace(services, file.size + (await announcedBytes(tx, services)))
    const { id, user, label, contentType, size, source = null } = file
    const [row] = await tx.query<TableRow<'files'>>(sql`
      insert into files (id, user_uid, label, content_type, size, source)
      values (${id}, ${user}, ${label}, ${contentType}, ${size}, ${source}) returning *`)
    if (!row) throw new Error(`The file ${id} was not reserved`)
    return row
  })

/** Ends the reservation of an upload that is not attached. */
export const forgetFile = ({ database }: Pick<Services, 'database'>, id: string) =>
  database.run(sql`delete from files where id = ${id} and owner is null`)

/** Removes an upload, and refuses it. */
export const discardFile = async (services: Services, id: string, refusal: ApiError): Promise<never> => {
  await forgetFile(services, id)
  await removeFiles(services, [id])
  throw refusal
}
