import { stat } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { acceptsFile } from '~/model/content-types'
import type { Resource } from '~/model/define'
import { ApiError, invalidFields } from '~/model/errors'
import { type Field, type FileDescriptor, isFile } from '~/model/fields'
import { asObject } from '~/model/objects'
import { isRefTo, refOf, uidOf } from '~/model/refs'
import { trash } from '~/model/resources/trash'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { Flat, TableRow } from '~/server/platform/database/tables'
import { hashOf } from '~/server/platform/disk/durable'
import type { IncomingFile } from '~/server/platform/storage/file-store'
import { removeFilesSoon } from '~/server/platform/storage/removal'
import type { Context, Services, Values } from './context'

type FileRow = TableRow<'files'>

/** The file descriptor that forms send back unchanged (decisions §8, §12). */
export const descriptorOf = (row: FileRow): FileDescriptor => ({
  bucket: 'local',
  ref: refOf('files', row.id),
  contentType: row.content_type,
  size: Number(row.size),
  label: row.label,
  md5Hash: row.md5 ?? '',
  tempPath: `temp--${row.user_uid}--${row.id}`,
})

export const findFile = async (database: Database, id: string) => {
  const [row] = await database.query<TableRow<'files'>>(sql`select * from files where id = ${id}`)
  return row
}

/** Files of deleted records are kept, but not served, not even by valid links. */
export const isInTrash = ({ owner }: TableRow<'files', 'owner'>) => owner !== null && isRefTo(trash, owner)

const facts = ['contentType', 'size', 'md5Hash'] as const

/** @throws ApiError 422 `checksum_mismatch` */
export const refuseForged = (
  given: Partial<FileDescriptor>,
  real: Partial<Pick<FileDescriptor, (typeof facts)[number]>>,
) => {
  if (facts.some(key => given[key] !== undefined && given[key] !== real[key]))
    throw new ApiError(
      'checksum_mismatch',
      'The file is not what the form says: its type, size or checksum differs',
    )
}

/** The object that a file was copied from, in the column `source`. */
export const sourceOf = ({ name, generation }: Pick<IncomingFile, 'name' | 'generation'>) =>
  `${name}#${generation}`

/** Removes that object. One that remains is removed a day after it was sent (`expireUploads`). */
const removeSource = ({ files, background }: Services, source: string) => {
  const at = source.lastIndexOf('#')
  const object = { name: source.slice(0, at), generation: source.slice(at + 1) }
  background.beside(async () => files.incoming?.remove(object))
}

/** Removes the object that an upload was copied from, once a record has the upload. */
export const forgetSource = ({ services, afterCommit }: Context, { source }: FileRow) => {
  if (source !== null) afterCommit(() => removeSource(services, source))
}

/** A finished upload of the actor that no record has. */
export const findOwnUpload = async (database: Database, user: string, { ref }: Partial<FileDescriptor>) => {
  const row = await findFile(database, uidOf(ref ?? ''))
  return row?.user_uid === user && row.owner === null && row.md5 !== null ? row : undefined
}

/** @throws ApiError 415 */
export const refuseType = (accept: readonly string[] | undefined, { content_type: type, label }: FileRow) => {
  if (acceptsFile(accept, { type, name: label })) return
  const accepted = accept?.join(', ') ?? ''
  throw new ApiError('wrong_file_type', `The file format '${type}' is not acceptable: ${accepted} is`, {
    params: { type, accepted },
  })
}

const claimOne = async (
  context: Context,
  resource: Resource,
  uid: string,
  key: string,
  field: Field,
  given: Partial<FileDescriptor>,
) => {
  const row = await findOwnUpload(context.tx, context.actor.uid, given)
  // Uploads of other users, unfinished uploads and files that are already attached are treated as unknown.
  if (!row) throw invalidFields({ [key]: 'unknown_record' })
  const real = descriptorOf(row)
  refuseForged(given, real)
  refuseType(field.accept, row)
  const taken = await context.tx.run(
    sql`update files set owner = ${refOf(resource.name, uid)}, field = ${key} where id = ${row.id} and owner is null`,
  )
  if (taken === 0) throw invalidFields({ [key]: 'unknown_record' })
  forgetSource(context, row)
  return real
}

/** Deletes file rows, and removes the files from disk after the commit. */
export const dropFiles = async (context: Context, ids: readonly string[]) => {
  if (ids.length === 0) return
  await context.tx.run(sql`delete from files where id = any(${sql.param(ids)})`)
  context.afterCommit(() => removeFilesSoon(context.services, ids))
}

export const filesOf = async (database: Database, ref: string) =>
  (await database.query<TableRow<'files', 'id'>>(sql`select id from files where owner = ${ref}`)).map(
    row => row.id,
  )

/**
 * Attaches the uploads named in `values` to this record and drops the files they replace.
 * @throws ApiError 422 (not this user's upload, or different from the form), 415 (a type that the field
 * rejects)
 */
export const attachFiles = async (
  context: Context,
  resource: Resource,
  uid: string,
  values: Values,
  before?: Flat,
) => {
  for (const [key, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'file' || !(key in values)) continue
    const given: Partial<FileDescriptor> | null = values[key] ? asObject(values[key]) : null
    const old = isFile(before?.[key]) ? before[key] : undefined
    if (given && old && given.ref === old.ref) delete values[key]
    else {
      if (given) values[key] = await claimOne(context, resource, uid, key, field, given)
      if (old) await dropFiles(context, [uidOf(old.ref)])
    }
  }
}

export type GeneratedFile = { readonly path: string; readonly label: string; readonly contentType: string }

/**
 * Moves a file that the server generated into the store. The file is temporary until a record owns it
 * (`assignFile`), and is swept like an unused upload.
 */
export const storeGeneratedFile = async (
  { database, files }: Services,
  { path, label, contentType }: GeneratedFile,
): Promise<FileDescriptor> => {
  const id = newUid()
  const md5 = await hashOf(path, 'md5', 'base64')
  const { size } = await stat(path)
  await database.run(
    sql`insert into files (id, user_uid, label, content_type, md5) values (${id}, '', ${label}, ${contentType}, ${md5})`,
  )
  await files.adopt(path, id)
  await database.run(sql`update files set size = ${size} where id = ${id}`)
  const row = await findFile(database, id)
  if (!row) throw new Error(`The file ${id} is gone while it is made`)
  return descriptorOf(row)
}

/**
 * Stores a thumbnail, a WebP image, of a record. Writes the bytes first: a crash before the commit leaves files without a
 * row, which are collected.
 * @returns its id, the value of the field
 */
export const storeThumbnail = async (
  { services, tx }: Context,
  owner: string,
  field: string,
  bytes: Buffer,
) => {
  const id = newUid()
  await services.files.write(id, bytes)
  await tx.run(sql`insert into files (id, user_uid, label, content_type, size, md5, owner, field)
    values (${id}, '', ${`${field}.webp`}, 'image/webp', ${bytes.length}, '', ${owner}, ${field})`)
  return id
}

/** Assigns a temporary file to a record, in the transaction of the change that refers to it. */
export const assignFile = async (tx: Database, { ref }: FileDescriptor, owner: string, field: string) => {
  const id = ref.slice(ref.lastIndexOf('/') + 1)
  const taken = await tx.run(
    sql`update files set owner = ${owner}, field = ${field} where id = ${id} and owner is null`,
  )
  if (taken === 0) throw new Error(`The file ${id} was swept before its record took it`)
}
