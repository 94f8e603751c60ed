import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tryKernelLock } from './kernel-lock'
import {
  holdLease,
  isLeased,
  isRenewed,
  type Lease,
  type LeaseTimes,
  leaseTimes,
  readBootId,
  readLease,
} from './lease'

export class FolderInUse extends Error {}

export type FolderLock = {
  /** Inherited by the database process, so that the folder stays locked until that process exits. */
  readonly descriptor: number
  release(): void
}

export type LockOptions = {
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
