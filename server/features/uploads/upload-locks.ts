import { setTimeout as sleep } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'

/** Seconds after which the lock of a killed server is free. */
const LEASE_SECONDS = 15
/** Intervals in milliseconds: renewing a lock, trying to get one, and giving up. */
const RENEW = 2000
const RETRY = 100
const PATIENCE = 30_000

const until = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

/** Takes the lock if it is free. */
const take = async (database: Database, id: string, holder: string) => {
  const [taken] = await database.query(sql`insert into upload_locks as l (id, holder, until)
    values (${id}, ${holder}, ${until})
    on conflict (id) do update set holder = excluded.holder, until = excluded.until, wanted = false
    where l.until <= now() returning id`)
  return taken !== undefined
}

const renew = async (database: Database, id: string, holder: string) => {
  const [held] = await database.query<TableRow<'upload_locks', 'wanted'>>(
    sql`update upload_locks set until = ${until} where id = ${id} and holder = ${holder} returning wanted`,
  )
  return held
}

/**
 * Renews a lock, and calls `release` once another request waits for it or it is lost: also while a renewal gets no
 * answer, since the lease ends meanwhile.
 */
const keep = (database: Database, id: string, holder: string, release: RequestRelease) => {
  let renewedAt = Date.now()
  let isRenewing = false
  const isLost = () => Date.now() - renewedAt > LEASE_SECONDS * 1000 - RENEW
  const beat = async () => {
    if (isLost()) return release()
    if (isRenewing) return
    isRenewing = true
    const askedAt = Date.now()
    try {
      const held = await renew(database, id, holder)
      renewedAt = askedAt
      if (!held || held.wanted) await release()
    } finally {
      isRenewing = false
    }
  }
  // A renewal that fails is tried again by the next one.
  const timer = setInterval(() => void beat().catch(() => undefined), RENEW).unref()
  return () => clearInterval(timer)
}

/**
 * One request at a time writes an upload, among all servers of the database. A request that waits makes the one
 * before it end, since that one's connection is probably lost; what it stored stays.
 */
export const createUploadLocker = (database: Database): Locker => {
  /** Locks of this process, which end without delay. */
  const held = new Map<string, RequestRelease>()

  const wait = async (id: string) => {
    await held.get(id)?.()
    await database.run(sql`update upload_locks set wanted = true where id = ${id} and not wanted`)
    await sleep(RETRY)
  }
  const newLock = (id: string): Lock => {
    const holder = newUid()
    let rest = () => {}
    return {
      lock: async (signal, release) => {
        const deadline = Date.now() + PATIENCE
        while (!(await take(database, id, holder))) {
          if (signal.aborted || Date.now() > deadline)
            throw new ApiError('unavailable', 'Another request writes this upload', { retryAfter: 5 })
          await wait(id)
        }
        held.set(id, release)
        rest = keep(database, id, holder, release)
      },
      unlock: async () => {
        rest()
        held.delete(id)
        // Where the database is away, the lock ends by itself.
        await database
          .run(sql`delete from upload_locks where id = ${id} and holder = ${holder}`)
          .catch(() => undefined)
      },
    }
  }
  return { newLock }
}
