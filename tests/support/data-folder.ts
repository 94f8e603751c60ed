import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Bytes that must be free there, for a few servers with demo data and their files. */
const ENOUGH = 4 * 2 ** 30

const hasRoom = (folder: string) => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ENOUGH
  } catch {
    return false
  }
}

/**
 * A new folder for the data of a server or a database: in memory where there is room, since thousands of small files
 * come and go.
 * @param durable on the disk, as in use; so is everything where TEST_DATA is `disk`
 */
export const newDataFolder = (name: string, durable = process.env.TEST_DATA === 'disk') =>
  mkdtempSync(join(!durable && hasRoom(MEMORY) ? MEMORY : tmpdir(), `vecto-${name}-`))
