import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config'

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

type Settings = Pick<Config, 'DATA_DIR' | 'MIN_FREE_GB' | 'DATABASE_URL'>

/**
 * Watches the disk of the data folder. `low`: no upload begins (MIN_FREE_GB); `full`: nothing is written but what frees
 * space. Only the embedded database shares that disk: with DATABASE_URL a full disk stops uploads alone.
 */
export const createDiskSpace = (
  { DATA_DIR, MIN_FREE_GB, DATABASE_URL }: Settings,
  log: Pick<FastifyBaseLogger, 'warn' | 'error' | 'info'>,
) => {
  const folder = path.resolve(DATA_DIR)
  const ballast = path.join(folder, 'ballast')
  const isEmbedded = DATABASE_URL === undefined
  const enough = MIN_FREE_GB * GB
  mkdirSync(folder, { recursive: true, mode: 0o700 })

  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  const stateOf = (free: number): DiskState => {
    if (isEmbedded && free < Math.min(READ_ONLY, enough)) return 'full'
    return free < enough ? 'low' : 'ok'
  }
  let state = stateOf(freeBytes())

  /** Set aside while there is plenty. */
  const setAside = (free: number) => {
    if (isEmbedded && free > enough + BALLAST && !existsSync(ballast))
      writeFileSync(ballast, Buffer.alloc(BALLAST), { mode: 0o600 })
  }
  const look = () => {
    const free = freeBytes()
    const now = stateOf(free)
    if (now !== state)
      log[now === 'ok' ? 'info' : 'error'](
        { freeMegabytes: Math.floor(free / MB) },
        now === 'ok' ? 'There is room on the disk again' : `The disk of ${folder} is ${now}: free some space`,
      )
    state = now
    setAside(free)
  }
  const looking = setInterval(() => {
    try {
      look()
    } catch (error) {
      log.warn({ error: String(error) }, 'the disk')
    }
  }, LOOK).unref()
  return {
    state: () => state,
    freeBytes,
    /** Bytes that an upload may still take. */
    usableBytes: () => freeBytes() - enough,
    /**
     * Before the embedded database starts: on a full disk the ballast goes, and the server starts read-only.
     * @throws DiskFull where there is no ballast left to give up
     */
    makeRoom: () => {
      if (!isEmbedded || freeBytes() >= Math.min(BALLAST, enough)) return
      rmSync(ballast, { force: true })
      state = 'full'
      if (freeBytes() < BALLAST / 4)
        throw new DiskFull(
          `The disk of ${folder} is full: free at least ${BALLAST / MB} MB, then start again.`,
        )
      log.error(`The disk of ${folder} is full. Changes are refused until there is room: free some space.`)
    },
    look,
    close: () => clearInterval(looking),
  }
}

export type DiskSpace = ReturnType<typeof createDiskSpace>
