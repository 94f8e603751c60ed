import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '~/server/platform/config/config'
import { freeBytes } from './durable'

const GB = 1024 ** 3
const MB = 1024 ** 2

/** Kept aside beside the embedded database and given up on a full disk: without room it cannot even start. */
const BALLAST = 64 * MB
/** Free bytes below which nothing but deleting is possible: what the embedded database may need to stay whole. */
const READ_ONLY = 128 * MB
/** Milliseconds between two looks. */
const LOOK = 5000

export type DiskState = 'ok' | 'low' | 'full'

export class DiskFull extends Error {}

type Log = Pick<FastifyBaseLogger, 'warn' | 'error' | 'info'>
type Settings = Pick<Config, 'DATA_DIR' | 'MIN_FREE_GB' | 'DATABASE_URL'>

const limitsOf = ({ DATA_DIR, MIN_FREE_GB, DATABASE_URL }: Settings) => {
  const folder = path.resolve(DATA_DIR)
  return {
    folder,
    ballast: path.join(folder, 'ballast'),
    /** Only the embedded database shares the disk: with DATABASE_URL a full disk stops uploads alone. */
    isEmbedded: DATABASE_URL === undefined,
    enough: MIN_FREE_GB * GB,
  }
}
type Limits = ReturnType<typeof limitsOf>

const freeBytesOf = ({ folder }: Limits) => freeBytes(folder)

const stateAt = ({ isEmbedded, enough }: Limits, free: number): DiskState => {
  if (isEmbedded && free < Math.min(READ_ONLY, enough)) return 'full'
  return free < enough ? 'low' : 'ok'
}

/** Set aside while there is plenty. */
const setAside = ({ isEmbedded, enough, ballast }: Limits, free: number) => {
  if (isEmbedded && free > enough + BALLAST && !existsSync(ballast))
    writeFileSync(ballast, Buffer.alloc(BALLAST), { mode: 0o600 })
}

/** Gives the ballast up where the embedded database could not start otherwise. @returns whether it had to */
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
  else log.error({ freeMegabytes }, `The disk of ${folder} is ${state}: free some space`)
}

/**
 * Watches the disk of the data folder. `low`: no upload begins (MIN_FREE_GB); `full`: nothing is written but what frees
 * space.
 */
export const createDiskSpace = (settings: Settings, log: Log) => {
  const limits = limitsOf(settings)
  mkdirSync(limits.folder, { recursive: true, mode: 0o700 })
  let state = stateAt(limits, freeBytesOf(limits))
  const look = () => {
    const free = freeBytesOf(limits)
    const now = stateAt(limits, free)
    if (now !== state) report(log, limits, now, free)
    state = now
    setAside(limits, free)
  }
  const lookSafely = () => {
    try {
      look()
    } catch (error) {
      log.warn({ error: String(error) }, 'the disk')
    }
  }
  const looking = setInterval(lookSafely, LOOK).unref()
  return {
    state: () => state,
    /** Bytes that an upload may still take. */
    usableBytes: () => freeBytesOf(limits) - limits.enough,
    /**
     * Before the embedded database starts: on a full disk the ballast goes, and the server starts read-only.
     * @throws DiskFull where there is no ballast left to give up
     */
    makeRoom: () => {
      if (!giveWay(limits)) return
      state = 'full'
      log.error(
        `The disk of ${limits.folder} is full. Changes are refused until there is room: free some space.`,
      )
    },
    close: () => clearInterval(looking),
  }
}

export type DiskSpace = ReturnType<typeof createDiskSpace>
