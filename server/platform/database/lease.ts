import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Who has a data folder. Renewed every few seconds, so that a server on another machine sees that it is in use. */
export type Lease = {
  readonly holder: string
  readonly host: string
  readonly pid: number
  /** Of the running kernel; null where the system does not tell it. */
  readonly bootId: string | null
  readonly since: string
  readonly renewedAt: string
}

/** Milliseconds between two renewals, and without one after which a lease counts as abandoned. */
export type LeaseTimes = { readonly renew: number; readonly abandoned: number }

export const leaseTimes: LeaseTimes = { renew: 2000, abandoned: 12_000 }

/** One size for every state: the file is overwritten in place, and no reader sees half of it. */
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

/** Is there a lease, readable or not? */
export const isLeased = (file: string) => textOf(file).trim() !== ''

/** @returns undefined where there is no lease, or none that can be read */
export const readLease = (file: string) => parse(textOf(file))

// In place, opened and closed each time: network file systems then show the change to others at their next opening.
const write = (file: string, lease: Lease) => {
  const descriptor = openSync(file, constants.O_CREAT | constants.O_WRONLY, 0o600)
  try {
    writeSync(descriptor, JSON.stringify(lease).padEnd(SIZE), 0)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Watches a lease without comparing the clocks of two machines: it is alive if it changes.
 * @returns false when it stayed as it was for `times.abandoned`
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
 * @param onStolen called once, with the lease of the server that took the folder over
 */
export const holdLease = (file: string, times: LeaseTimes, onStolen: (thief: Lease) => void) => {
  const own = newLease()
  write(file, own)
  const isOwn = () => readLease(file)?.holder === own.holder
  // Synchronous: after a pause of this machine the check must come before anything else is sent to the database.
  const renew = () => {
    const found = readLease(file)
    if (found && found.holder !== own.holder) {
      clearInterval(timer)
      return onStolen(found)
    }
    try {
      write(file, { ...own, renewedAt: new Date().toISOString() })
    } catch {
      // A full disk is no reason to stop: a server that takes the folder over is noticed all the same.
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
