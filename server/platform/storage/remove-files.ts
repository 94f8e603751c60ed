import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '~/server/platform/database/database'
import type { Background } from '~/server/platform/process/background'
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

/** Seconds for which a request waits until the files that it removed are gone. */
const PATIENCE = 2

/**
 * Removes files after the change that deleted their rows. The change is made: a store that is slow or away must not
 * make its request fail. What cannot be removed now is collected later.
 */
export const removeFilesSoon = async (
  services: Parameters<typeof removeFiles>[0] & { readonly background: Background },
  ids: readonly string[],
) => {
  const removing = removeFiles(services, ids)
  services.background.beside(() => removing)
  await Promise.race([removing.catch(() => undefined), sleep(PATIENCE * 1000, undefined, { ref: false })])
}
