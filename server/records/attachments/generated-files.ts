import { stat } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { FileDescriptor } from '~/model/fields'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { hashOf } from '~/server/platform/disk/durable'
import type { Services } from '~/server/records/services'
import { descriptorOf, findFile } from './attachments'

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

/** Assigns a temporary file to a record, in the transaction of the change that refers to it. */
export const assignFile = async (tx: Database, { ref }: FileDescriptor, owner: string, field: string) => {
  const id = ref.slice(ref.lastIndexOf('/') + 1)
  const taken = await tx.run(
    sql`update files set owner = ${owner}, field = ${field} where id = ${id} and owner is null`,
  )
  if (taken === 0) throw new Error(`The file ${id} was swept before its record took it`)
}
