import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Free bytes required in memory, for a few servers with demo data and their files. */
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
 * Creates a folder for the data of a server or a database: in memory if enough is free, since tests create and delete
 * thousands of small files.
 * @param durable on the disk, as in production; TEST_DATA=disk has the same effect
 */
export const newDataFolder = (name: string, durable = process.env.TEST_DATA === 'disk') =>
  mkdtempSync(join(!durable && hasRoom(MEMORY) ? MEMORY : tmpdir(), `vecto-${name}-`))
