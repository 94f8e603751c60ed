import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

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
export type LeaseTimes = { readonly renew: number; readonly abandoned: number }

export const leaseTimes: LeaseTimes = { renew: 2000, abandoned: 12_000 }

/** Fixed file size in bytes: the file is overwritten in place, and no reader sees a partial lease. */
const SIZE = 1024

export const readBootId = (): string | null => {
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
export const isLeased = (file: string) => textOf(file).trim() !== ''

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
export const isRenewed = async (file: string, times: LeaseTimes) => {
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
export const holdLease = (file: string, times: LeaseTimes, onStolen: (thief: Lease) => void) => {
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
