import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lease } from '~/server/platform/database/folder-lock'

/** Writes the lease of a server on another machine that shares the data folder. */
export const writeForeignLease = (folder: string, more: Partial<Lease> = {}) => {
  const now = new Date().toISOString()
  const lease: Lease = {
    holder: randomUUID(),
    host: 'other-machine',
    pid: 4711,
    bootId: 'another-kernel',
    since: now,
    renewedAt: now,
    ...more,
  }
  writeFileSync(join(folder, 'lease'), JSON.stringify(lease).padEnd(1024))
  return lease
}

/** Renews the lease as that server would. @returns a function that stops it */
export const renewForeignLease = (folder: string, everyMs: number) => {
  const lease = writeForeignLease(folder)
  const renew = () => writeForeignLease(folder, { ...lease, renewedAt: new Date().toISOString() })
  const timer = setInterval(renew, everyMs)
  return () => clearInterval(timer)
}
