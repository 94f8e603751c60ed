import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

type LockAttempt = 'locked' | 'busy' | 'unsupported'

/**
 * Acquires flock(2) on an open file through the `flock` program, since Node has no API for it. The lock
 * belongs to the open file: the kernel releases it when the last process that inherited the descriptor exits,
 * including by kill -9. It is effective across containers that share the kernel.
 * @returns `unsupported` if the program is missing or the file system has no locks
 */
const tryKernelLock = (descriptor: number): LockAttempt => {
  // The program receives the descriptor as number 3. util-linux and busybox both exit with 1 for a busy lock.
  const { status } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] })
  if (status === 0) return 'locked'
  return status === 1 ? 'busy' : 'unsupported'
}

/**
 * The holder of a data folder. Renewed every few seconds, so that servers on other machines see it is in use.
 */
export type Lease = {
  readonly holder: string
  readonly host: string
  readonly pid: number
  /** Boot id of the running kernel; null where the system does not provide it. */
  readonly bootId: string | null
  readonly since: string
  readonly renewedAt: string
}

/** Renewal interval, and the time without renewal after which a lease is abandoned; milliseconds. */
type LeaseTimes = { readonly renew: number; readonly abandoned: number }

const leaseTimes: LeaseTimes = { renew: 2000, abandoned: 12_000 }

/** Fixed file size in bytes: the file is overwritten in place, and no reader sees a partial lease. */
const SIZE = 1024

const readBootId = (): string | null => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

const textOf = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const parse = (text: string): Lease | undefined => {
  try {
    const lease: Lease = JSON.parse(text)
    return typeof lease.holder === 'string' ? lease : undefined
  } catch {
    return undefined
  }
}

/** Whether a lease exists, readable or not. */
const isLeased = (file: string) => textOf(file).trim() !== ''

/** @returns undefined if there is no lease or it cannot be parsed */
export const readLease = (file: string) => parse(textOf(file))

// Written in place, opened and closed each time: network file systems then show the change on the next open.
const write = (file: string, lease: Lease) => {
  const descriptor = openSync(file, constants.O_CREAT | constants.O_WRONLY, 0o600)
  try {
    writeSync(descriptor, JSON.stringify(lease).padEnd(SIZE), 0)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Watches a lease without comparing the clocks of two machines: a lease that changes is alive.
 * @returns false if it did not change for `times.abandoned`
 */
const isRenewed = async (file: string, times: LeaseTimes) => {
  const before = textOf(file)
  for (let waited = 0; waited < times.abandoned; waited += times.renew / 4) {
    await sleep(times.renew / 4)
    if (textOf(file) !== before) return true
  }
  return false
}

const newLease = (): Lease => {
  const now = new Date().toISOString()
  return {
    holder: randomUUID(),
    host: hostname(),
    pid: process.pid,
    bootId: readBootId(),
    since: now,
    renewedAt: now,
  }
}

/**
 * Writes this process's lease and renews it until `end`.
 * @param onStolen called once, with the lease of the server that took over the folder
 */
const holdLease = (file: string, times: LeaseTimes, onStolen: (thief: Lease) => void) => {
  const own = newLease()
  write(file, own)
  const isOwn = () => readLease(file)?.holder === own.holder
  // Synchronous: after this machine was suspended, the check must run before any query is sent.
  const renew = () => {
    const found = readLease(file)
    if (found && found.holder !== own.holder) {
      clearInterval(timer)
      return onStolen(found)
    }
    try {
      write(file, { ...own, renewedAt: new Date().toISOString() })
    } catch {
      // A full disk is no reason to stop: a takeover by another server is still detected.
    }
  }
  const timer = setInterval(renew, times.renew).unref()
  return {
    isOwn,
    end: () => {
      clearInterval(timer)
      if (isOwn()) rmSync(file, { force: true })
    },
  }
}

export class FolderInUse extends Error {}

export type FolderLock = {
  /** Inherited by the database process, so that the folder stays locked until that process exits. */
  readonly descriptor: number
  release(): void
}

type LockOptions = {
  /** Milliseconds to wait for a holder on this machine that is about to exit. */
  readonly patience?: number
  readonly times?: LeaseTimes
  /** Called with the reason when a server on another machine takes over the folder. */
  readonly onStolen?: (reason: string) => void
  /** Called with the reason when the start has to wait. */
  readonly onWait?: (reason: string) => void
}

const nameOf = (lease: Lease | undefined) =>
  lease
    ? `process ${lease.pid} on ${lease.host}, since ${lease.since}, last renewed ${lease.renewedAt}`
    : 'another process'

const inUse = (folder: string, lease: Lease | undefined) =>
  new FolderInUse(
    `The data folder ${folder} is in use by ${nameOf(lease)}. Stop that server, or start this one with another DATA_DIR.`,
  )

const stolen = (folder: string, thief: Lease) =>
  `The data folder ${folder} was taken over by ${nameOf(thief)}. This server stops at once, so that no two write to it. Give each server a DATA_DIR of its own.`

/** @returns false if this machine or the folder's file system does not support kernel locks */
const lockOnThisMachine = async (descriptor: number, patience: number, refuse: () => never) => {
  const deadline = Date.now() + patience
  for (;;) {
    const attempt = tryKernelLock(descriptor)
    if (attempt !== 'busy') return attempt === 'locked'
    if (Date.now() > deadline) refuse()
    await sleep(50)
  }
}

/**
 * The kernel lock rules out a holder on this machine; any other holder must have stopped renewing its lease.
 */
const isRuledOut = (lease: Lease | undefined, locked: boolean) =>
  locked && lease !== undefined && lease.bootId !== null && lease.bootId === readBootId()

const claimLease = async (folder: string, locked: boolean, options: LockOptions) => {
  const { times = leaseTimes, onStolen = () => undefined, onWait = () => undefined } = options
  const file = path.join(folder, 'lease')
  const found = readLease(file)
  const mustWatch = isLeased(file) && !isRuledOut(found, locked)
  if (mustWatch) {
    onWait(
      `The data folder ${folder} was last used by ${nameOf(found)}. Watching for ${times.abandoned / 1000} s whether it still is.`,
    )
    if (await isRenewed(file, times)) throw inUse(folder, readLease(file) ?? found)
  }
  const lease = holdLease(file, times, thief => onStolen(stolen(folder, thief)))
  if (!mustWatch) return lease
  // Another machine may claim the lease too, or the old holder may resume: the last writer wins.
  await sleep(times.renew * 1.5)
  if (lease.isOwn()) return lease
  lease.end()
  throw inUse(folder, readLease(file))
}

/**
 * Acquires exclusive use of a data folder for this process: the embedded database has no lock of its own, and
 * a second process would lose rows silently. A kernel lock excludes other processes on the same machine,
 * across containers; a renewed lease excludes other machines that share the folder.
 * @throws FolderInUse naming the folder, its holder, and the remedy
 */
export const lockFolder = async (folder: string, options: LockOptions = {}): Promise<FolderLock> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The lock file is never removed: a lock on a replaced file protects nothing.
  const descriptor = openSync(path.join(folder, 'lock'), 'a', 0o600)
  try {
    const refuse = () => {
      throw inUse(folder, readLease(path.join(folder, 'lease')))
    }
    const locked = await lockOnThisMachine(descriptor, options.patience ?? 3000, refuse)
    const lease = await claimLease(folder, locked, options)
    return {
      descriptor,
      release: () => {
        lease.end()
        closeSync(descriptor)
      },
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}
