import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FileDescriptor } from '~/model/fields'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { FileStore } from '~/server/platform/storage/file-store'
import type { DemoFile } from './files/pictures'

/** A file that is stored once and shared by many records under different names. */
export type Kept = {
  readonly file: DemoFile
  readonly id: string
  readonly md5: string
  readonly thumb256?: string
  readonly thumb128?: string
}

export type FileRow = {
  id: string
  userUid: string
  label: string
  contentType: string
  size: number
  md5: string
  owner: string
  field: string
  from: string
}

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64')

const keepBytes = async (files: FileStore, bytes: Buffer | undefined) => {
  if (!bytes) return undefined
  const id = newUid()
  await files.write(id, bytes)
  return id
}

const keepFile = async (files: FileStore, file: DemoFile): Promise<Kept> => {
  const [id = '', thumb256, thumb128] = await Promise.all(
    [file.bytes, file.thumb256, file.thumb128].map(bytes => keepBytes(files, bytes)),
  )
  return {
    file,
    id,
    md5: md5Of(file.bytes),
    ...(thumb256 && { thumb256 }),
    ...(thumb128 && { thumb128 }),
  }
}

export const keepFiles = (files: FileStore, made: readonly DemoFile[]) =>
  Promise.all(made.map(file => keepFile(files, file)))

type Owner = {
  readonly owner: string
  readonly field: string
  readonly user: string
  readonly label?: string
}

/** A stored file as a record's own: its row, and the descriptor for the record. */
export const ownFile = (
  { file, id: from, md5 }: Kept,
  { owner, field, user, label = file.name }: Owner,
): { readonly row: FileRow; readonly value: FileDescriptor } => {
  const id = newUid()
  const { contentType } = file
  const size = file.bytes.length
  return {
    row: { id, userUid: user, label, contentType, size, md5, owner, field, from },
    value: {
      bucket: 'local',
      ref: `files/${id}`,
      contentType,
      size,
      label,
      md5Hash: md5,
      tempPath: `temp--${user}--${id}`,
    },
  }
}

const AT_ONCE = 500
/** Files that are shared at the same time: a request each, where the store is elsewhere. */
const SHARED_AT_ONCE = 25

const shareAll = async (files: FileStore, rows: readonly FileRow[]) => {
  for (let at = 0; at < rows.length; at += SHARED_AT_ONCE) {
    const some = rows.slice(at, at + SHARED_AT_ONCE)
    await Promise.all(some.map(row => files.share(row.from, row.id, row.size)))
  }
}

export const insertFiles = async (files: FileStore, tx: Database, rows: readonly FileRow[]) => {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE)
    await shareAll(files, some)
    const values = some.map(
      row =>
        sql`(${row.id}, ${row.userUid}, ${row.label}, ${row.contentType}, ${row.size}, ${row.md5}, ${row.owner}, ${row.field})`,
    )
    await tx.run(
      sql`insert into files (id, user_uid, label, content_type, size, md5, owner, field) values ${sql.join(values, sql`, `)}`,
    )
  }
}
