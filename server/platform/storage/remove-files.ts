import type { Database } from '~/server/platform/database/database'
import type { FileStore } from './file-store'
import { isHeld } from './removal-hold'

/**
 * Removes files whose rows are gone. While a backup copies them they stay: the rows decide, and what has none is
 * collected later.
 */
export const removeFiles = async (
  { database, files }: { readonly database: Database; readonly files: FileStore },
  ids: readonly string[],
) => {
  if (ids.length === 0 || (await isHeld(database))) return
  await Promise.all(ids.map(files.remove))
}
