import type { Database } from '~/server/platform/database/database'
import type { FileStore } from './file-store'
import { isHeld } from './removal-hold'

/**
 * Removes files whose rows are deleted. While a backup is running they are kept; orphaned files, which have
 * no row, are collected later.
 */
export const removeFiles = async (
  { database, files }: { readonly database: Database; readonly files: FileStore },
  ids: readonly string[],
) => {
  if (ids.length === 0 || (await isHeld(database))) return
  await Promise.all(ids.map(id => files.remove(id)))
}
