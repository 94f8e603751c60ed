import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import { hashToken } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { networkOf } from './network-of'

const WINDOW_SECONDS = 600
const DAY_SECONDS = 86_400

/** The rate limits: the maximum count of each in ten minutes, of previews in a day (decisions §12). */
const points = {
  /** Authentication attempts by account: passwords, codes, the old password. */
  account: 10,
  /** Authentication attempts by network address. */
  address: 30,
  /** Keys of one-time links, which name no account to count attempts by. */
  links: 30,
  /** Password resets by mailbox, and by network address. */
  resetMailbox: 5,
  resetAddress: 30,
  /** Recorded refusals by user. */
  refusals: 20,
  /** Tests of a webhook. */
  webhookTests: 20,
  /** A blocked account is reported once. */
  blocked: 1,
  /** Previews of videos by company, in a day: they are free. */
  previews: 100,
} as const
export type LimitName = keyof typeof points
export type Limit = readonly [name: LimitName, key: string]

/** Those whose key is a network address. */
const byAddress: readonly LimitName[] = ['address', 'links', 'resetAddress']

/** The hash that a limit is counted under. */
const hashOf = ([name, key]: Limit) => hashToken(byAddress.includes(name) ? networkOf(key) : key)

const accountOf = (email: string): Limit => ['account', email]

/** The limits that an authentication attempt counts against. */
export const attemptsOf = (email: string, address: string): readonly Limit[] => [
  accountOf(email),
  ['address', address],
]

/** The key of the row that counts a limit. */
const rowOf = (limit: Limit) => `${limit[0]}:${hashOf(limit)}`

/** The database's time in milliseconds: servers whose clocks differ count together. */
const now = sql`(extract(epoch from now()) * 1000)::bigint`
const endAfter = (seconds: number) => sql`${now} + ${seconds * 1000}::bigint`
const endOf = ([name]: Limit) => endAfter(name === 'previews' ? DAY_SECONDS : WINDOW_SECONDS)

type Counted = { readonly points: number; readonly wait: string }

/**
 * Counts one attempt in one statement. A row whose window is over begins again; none lasts longer than a window from
 * now, whatever clock wrote it.
 */
const countOne = async (database: Database, limit: Limit): Promise<Counted> => {
  const end = endOf(limit)
  const [row] = await database.query<Counted>(sql`insert into rate_limits as r (key, points, expire)
    values (${rowOf(limit)}, 1, ${end})
    on conflict (key) do update set
      points = case when coalesce(r.expire, 0) <= ${now} then 1 else r.points + 1 end,
      expire = case when coalesce(r.expire, 0) <= ${now} then ${end} else least(r.expire, ${end}) end
    returning points, expire - ${now} as wait`)
  return row ?? { points: 0, wait: '0' }
}

/** Deletes the rows whose window is over, and those of a clock that was ahead. */
export const deleteExpiredLimits = (database: Database) =>
  database.run(
    sql`delete from rate_limits where coalesce(expire, 0) <= ${now}
      or expire > case when key like 'previews:%' then ${endAfter(DAY_SECONDS)} else ${endAfter(WINDOW_SECONDS)} end`,
  )

/**
 * Increments before it checks: concurrent attempts are limited exactly like sequential ones. Counts are stored in the
 * database, shared by all servers.
 */
export const createRateLimits = (database: Database) => {
  const spend = async (limit: Limit, message: string) => {
    const { points: counted, wait } = await countOne(database, limit)
    if (counted <= points[limit[0]]) return
    const retryAfter = Math.max(1, Math.ceil(Number(wait) / 1000))
    throw new ApiError('too_many_requests', message, { retryAfter, params: { seconds: retryAfter } })
  }
  /** @throws ApiError 429 with `retryAfter` in seconds, for the first of these limits that is exceeded */
  const count = async (limits: readonly Limit[], message: string) => {
    for (const limit of limits) await spend(limit, message)
  }
  const giveBack = async (limits: readonly Limit[]) => {
    for (const limit of limits)
      await database.run(
        sql`update rate_limits set points = greatest(points - 1, 0) where key = ${rowOf(limit)}`,
      )
  }
  const forgetAccount = (email: string) =>
    database.run(sql`delete from rate_limits where key = ${rowOf(accountOf(email))}`)
  return {
    count,
    /** Refunds an attempt that was no failure. */
    giveBack,
    /**
     * After a successful authentication: resets the account's count and refunds this attempt to the address.
     */
    succeed: async (email: string, address: string) => {
      await forgetAccount(email)
      await giveBack([['address', address]])
    },
    forgetAccount,
    /** Whether this attempt is within its limit; it is counted either way. */
    allows: (limit: Limit) =>
      count([limit], '').then(
        () => true,
        () => false,
      ),
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>
