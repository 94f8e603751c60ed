import { isHeld } from '../backup/removal-hold'
import type { Services } from '../services'

/**
 * Removes files whose rows are gone. While a backup copies them they stay: the rows decide, and what has none is
 * collected later.
 */
export const removeFiles = async (
  { database, files }: Pick<Services, 'database' | 'files'>,
  ids: readonly string[],
) => {
  if (ids.length === 0 || (await isHeld(database))) return
  await Promise.all(ids.map(files.remove))
}
