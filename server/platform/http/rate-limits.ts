import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '~/model/errors'
import { keysOf } from '~/model/objects'
import { hashToken } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { networkOf } from './network-of'

const WINDOW_SECONDS = 600

/** The rate limits: the maximum count of each in ten minutes (decisions §12). */
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

/** Counts are stored in the database, shared by all servers; a migration creates the table. */
const limiterOf = (database: Database, name: LimitName) =>
  new RateLimiterPostgres({
    storeClient: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => ({
        rows: await database.raw(text, values),
      }),
    },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points: points[name],
    duration: WINDOW_SECONDS,
  })

/** Increments before it checks: concurrent attempts are limited exactly like sequential ones. */
export const createRateLimits = (database: Database) => {
  const names = keysOf(points)
  const limiters = new Map(names.map(name => [name, limiterOf(database, name)]))
  const of = (name: LimitName) => {
    const limiter = limiters.get(name)
    if (!limiter) throw new Error(`There is no limit '${name}'`)
    return limiter
  }
  const spend = async (limit: Limit, message: string) => {
    try {
      await of(limit[0]).consume(hashOf(limit))
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const retryAfter = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      throw new ApiError('too_many_requests', message, { retryAfter, params: { seconds: retryAfter } })
    }
  }
  /** @throws ApiError 429 with `retryAfter` in seconds, for the first of these limits that is exceeded */
  const count = async (limits: readonly Limit[], message: string) => {
    for (const limit of limits) await spend(limit, message)
  }
  const giveBack = async (limits: readonly Limit[]) => {
    for (const limit of limits) await of(limit[0]).reward(hashOf(limit))
  }
  const forgetAccount = (email: string) => {
    const limit = accountOf(email)
    return of(limit[0]).delete(hashOf(limit))
  }
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
