import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '~/server/platform/config/config'
import { freeBytes } from './durable'

const GB = 1024 ** 3
const MB = 1024 ** 2

/** Size of the ballast file, which is deleted on a full disk: the embedded database needs space to start. */
const BALLAST = 64 * MB
/** Free bytes below which only deletion is allowed: the embedded database may need them to stay intact. */
const READ_ONLY = 128 * MB
/** Poll interval in milliseconds. */
const POLL_INTERVAL = 5000

/** `unwritable`: there is room, but no file can be made: it is mounted read-only, or has no inode left. */
type DiskState = 'ok' | 'low' | 'full' | 'unwritable'

class DiskFull extends Error {}

type Log = Pick<FastifyBaseLogger, 'warn' | 'error' | 'info'>
type Settings = Pick<Config, 'DATA_DIR' | 'MIN_FREE_GB' | 'DATABASE_URL'>

const limitsOf = ({ DATA_DIR, MIN_FREE_GB, DATABASE_URL }: Settings) => {
  const folder = path.resolve(DATA_DIR)
  return {
    folder,
    ballast: path.join(folder, 'ballast'),
    /** Only the embedded database is on this disk: with DATABASE_URL, a full disk only stops uploads. */
    isEmbedded: DATABASE_URL === undefined,
    enough: MIN_FREE_GB * GB,
  }
}
type Limits = ReturnType<typeof limitsOf>

const freeBytesOf = ({ folder }: Limits) => freeBytes(folder)

/** Makes a file and removes it: neither free bytes nor rights reveal a read-only or inode-less file system. */
const canWrite = ({ folder }: Limits) => {
  const probe = path.join(folder, `.probe-${process.pid}`)
  try {
    writeFileSync(probe, 'x', { mode: 0o600 })
    rmSync(probe, { force: true })
    return true
  } catch {
    return false
  }
}

const stateAt = (limits: Limits, free: number): DiskState => {
  const { isEmbedded, enough } = limits
  if (isEmbedded && free < Math.min(READ_ONLY, enough)) return 'full'
  if (!canWrite(limits)) return 'unwritable'
  return free < enough ? 'low' : 'ok'
}

/** Creates the ballast file while there is enough free space. */
const setAside = ({ isEmbedded, enough, ballast }: Limits, free: number) => {
  if (isEmbedded && free > enough + BALLAST && !existsSync(ballast))
    writeFileSync(ballast, Buffer.alloc(BALLAST), { mode: 0o600 })
}

/**
 * Deletes the ballast file if the embedded database could not start otherwise.
 * @returns whether it was necessary
 */
const giveWay = (limits: Limits) => {
  const { isEmbedded, enough, ballast, folder } = limits
  if (!isEmbedded || freeBytesOf(limits) >= Math.min(BALLAST, enough)) return false
  rmSync(ballast, { force: true })
  if (freeBytesOf(limits) < BALLAST / 4)
    throw new DiskFull(`The disk of ${folder} is full: free at least ${BALLAST / MB} MB, then start again.`)
  return true
}

const report = (log: Log, { folder }: Limits, state: DiskState, free: number) => {
  const freeMegabytes = Math.floor(free / MB)
  if (state === 'ok') log.info({ freeMegabytes }, 'There is room on the disk again')
  else if (state === 'unwritable')
    log.error(
      `Nothing can be written to ${folder}: is it mounted read-only, without a free inode, or another user's?`,
    )
  else log.error({ freeMegabytes }, `The disk of ${folder} is ${state}: free some space`)
}

/**
 * Monitors the disk of the data folder. `low`: no new uploads (MIN_FREE_GB); `full`: only writes that free
 * space are allowed; `unwritable`: no file can be made.
 */
export const createDiskSpace = (settings: Settings, log: Log) => {
  const limits = limitsOf(settings)
  mkdirSync(limits.folder, { recursive: true, mode: 0o700 })
  let state = stateAt(limits, freeBytesOf(limits))
  const check = () => {
    const free = freeBytesOf(limits)
    const now = stateAt(limits, free)
    if (now !== state) report(log, limits, now, free)
    state = now
    setAside(limits, free)
  }
  const checkSafely = () => {
    try {
      check()
    } catch (error) {
      log.warn({ error: String(error) }, 'the disk')
    }
  }
  const checking = setInterval(checkSafely, POLL_INTERVAL).unref()
  return {
    state: () => state,
    /** Only changes that free space are allowed: the embedded database would not stay intact. */
    isReadOnly: () => state === 'full' || (state === 'unwritable' && limits.isEmbedded),
    /** Bytes that an upload may still take. */
    usableBytes: () => (state === 'unwritable' ? -1 : freeBytesOf(limits) - limits.enough),
    /**
     * Called before the embedded database starts. On a full disk, deletes the ballast; the server starts
     * read-only.
     * @throws DiskFull if that does not free enough space
     */
    makeRoom: () => {
      if (!giveWay(limits)) return
      state = 'full'
      log.error(
        `The disk of ${limits.folder} is full. Changes are refused until there is room: free some space.`,
      )
    },
    close: () => clearInterval(checking),
  }
}

export type DiskSpace = ReturnType<typeof createDiskSpace>
