import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '~/model/errors'
import { keysOf } from '~/model/objects'
import { hashToken } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'

const WINDOW_SECONDS = 600

/** What is counted, and how many of it in ten minutes are allowed (decisions §12). */
const points = {
  /** Attempts to prove who one is, by account: passwords, codes, the old password. */
  account: 10,
  /** The same by network address. */
  address: 30,
  /** Keys of links, which name no account that attempts could be counted by. */
  links: 30,
  /** Password resets for one mailbox, and from one address. */
  resetMailbox: 5,
  resetAddress: 30,
  /** Refusals of one user that are written down. */
  refusals: 20,
  /** An account that is blocked is reported once. */
  blocked: 1,
} as const
export type LimitName = keyof typeof points
export type Limit = readonly [name: LimitName, key: string]

const accountOf = (email: string): Limit => ['account', email]

/** What an attempt of somebody counts against. */
export const attemptsOf = (email: string, address: string): readonly Limit[] => [
  accountOf(email),
  ['address', address],
]

/** The database, where all servers share the counts; the table is made by a migration. */
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

/** Counts before it looks: of many attempts at the same moment no more are let through than one after the other. */
export const createRateLimits = (database: Database) => {
  const names = keysOf(points)
  const limiters = new Map(names.map(name => [name, limiterOf(database, name)]))
  const of = (name: LimitName) => {
    const limiter = limiters.get(name)
    if (!limiter) throw new Error(`There is no limit '${name}'`)
    return limiter
  }
  const spend = async ([name, key]: Limit, message: string) => {
    try {
      await of(name).consume(hashToken(key))
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const retryAfter = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      throw new ApiError('too_many_requests', message, { retryAfter, params: { seconds: retryAfter } })
    }
  }
  /** @throws ApiError 429 with `retryAfter` in seconds, for the first of these limits that is reached */
  const count = async (limits: readonly Limit[], message: string) => {
    for (const limit of limits) await spend(limit, message)
  }
  const giveBack = async (limits: readonly Limit[]) => {
    for (const [name, key] of limits) await of(name).reward(hashToken(key))
  }
  const forgetAccount = (email: string) => {
    const [name, key] = accountOf(email)
    return of(name).delete(hashToken(key))
  }
  return {
    count,
    /** It was no failure: it counts no longer. */
    giveBack,
    /** Somebody has proven who they are: the account's failures are forgotten, its address gets this attempt back. */
    succeed: async (email: string, address: string) => {
      await forgetAccount(email)
      await giveBack([['address', address]])
    },
    forgetAccount,
    /** Is this one within its limit? Counted either way. */
    allows: (limit: Limit) =>
      count([limit], '').then(
        () => true,
        () => false,
      ),
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>
