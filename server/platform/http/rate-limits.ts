import { isIP } from 'node:net'
import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import { hashToken } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'

const groupsOf = (text: string) => text.split(':').filter(group => group !== '')

/** The first four of the eight groups of an IPv6 address. */
const prefixOf = (address: string): number[] => {
  const [head = '', tail] = address.split('::')
  const [front, back] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  return [...front, ...Array(zeros).fill('0'), ...back].slice(0, 4).map(group => Number.parseInt(group, 16))
}

/**
 * The network that attempts are counted by. An IPv6 customer has a network of 2^64 addresses, each of which would have
 * a count of its own.
 * @param address as the connection or the proxy names it
 * @returns an IPv4 address as it is, also where it is written as IPv6; of an IPv6 address its `/64`
 */
export const networkOf = (address: string): string => {
  if (isIP(address) !== 6) return address
  const prefix = prefixOf(address)
  // The machine itself (::1), and IPv4 (::ffff:192.0.2.1).
  if (prefix.every(group => group === 0)) return address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return `${prefix.map(group => group.toString(16)).join(':')}::/64`
}

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
  /** Views of a public link by network address. */
  views: 100,
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

/** Limits whose key is a network address. */
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
 * Counts one attempt in one statement. A row whose window is over restarts; none lasts longer than a window from
 * now, regardless of the clock that wrote it.
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
