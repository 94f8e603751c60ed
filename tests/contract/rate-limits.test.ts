import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import {
  attemptsOf,
  createRateLimits,
  deleteExpiredLimits,
  type LimitName,
  type RateLimits,
} from '~/server/platform/http/rate-limits'
import { migratedDatabase } from '../support/database/server-database'

let database: Database
let limits: RateLimits
let close: () => Promise<void>
let who = ''
let made = 0

beforeAll(async () => {
  ;({ database, close } = await migratedDatabase())
  limits = createRateLimits(database)
})
afterAll(() => close())
beforeEach(() => {
  who = `person${++made}@limits.example`
})

const most: Readonly<Record<LimitName, number>> = {
  account: 10,
  address: 30,
  links: 30,
  resetMailbox: 5,
  resetAddress: 30,
  views: 100,
  refusals: 20,
  webhookTests: 20,
  blocked: 1,
  previews: 100,
}

/** Number of sequential attempts that are allowed. */
const allowed = async (name: LimitName, attempts: number, key = who) => {
  let count = 0
  for (let attempt = 0; attempt < attempts; attempt++) if (await limits.allows([name, key])) count++
  return count
}

describe('rate limits', () => {
  it.each(Object.entries(most) as [LimitName, number][])(
    'rate limits allow by %s %i in ten minutes',
    async (name, points) => {
      expect(await allowed(name, points + 2)).toBe(points)
    },
  )

  it('rate limits count each name and each key separately', async () => {
    await allowed('blocked', 1)
    expect(await limits.allows(['blocked', `other of ${who}`])).toBe(true)
    expect(await limits.allows(['resetMailbox', who])).toBe(true)
    expect(await limits.allows(['blocked', who])).toBe(false)
  })

  it('a rate limit error states the seconds to wait and a message', async () => {
    await limits.count([['blocked', who]], 'Too many')
    const refusal = await limits.count([['blocked', who]], 'Too many').catch(error => error)
    const { retryAfter } = refusal.details
    expect(refusal).toMatchObject({ code: 'too_many_requests', message: 'Too many' })
    expect(refusal.details.params).toEqual({ seconds: retryAfter })
    expect(Number.isInteger(retryAfter)).toBe(true)
    expect(retryAfter).toBeGreaterThan(590)
    expect(retryAfter).toBeLessThanOrEqual(600)
  })

  it('a rate limit error states at least one second', async () => {
    await limits.count([['blocked', who]], '')
    await database.run(sql`update rate_limits set expire = ${Date.now() + 300} where key like 'blocked:%'`)
    const refusal = await limits.count([['blocked', who]], '').catch(error => error)
    expect(refusal.details.retryAfter).toBe(1)
  })

  it('rate limits reset after ten minutes', async () => {
    expect(await allowed('blocked', 2)).toBe(1)
    await database.run(sql`update rate_limits set expire = ${Date.now() - 1} where key like 'blocked:%'`)
    expect(await allowed('blocked', 2)).toBe(1)
  })

  it('rate limits use the clock of the database, not of a server that is ahead', async () => {
    const fast = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000)
    await allowed('blocked', 2)
    fast.mockRestore()
    const refusal = await limits.count([['blocked', who]], '').catch(error => error)
    expect(refusal.details.retryAfter).toBeLessThanOrEqual(600)
  })

  it('rate limits block for ten minutes at most after a clock that was ahead wrote the end', async () => {
    await allowed('blocked', 2)
    await database.run(
      sql`update rate_limits set expire = ${Date.now() + 86_400_000} where key like 'blocked:%'`,
    )
    const refusal = await limits.count([['blocked', who]], '').catch(error => error)
    expect(refusal.details.retryAfter).toBeLessThanOrEqual(600)
    await database.run(
      sql`update rate_limits set expire = ${Date.now() + 86_400_000} where key like 'blocked:%'`,
    )
    expect(await deleteExpiredLimits(database)).toBeGreaterThan(0)
    expect(await allowed('blocked', 1)).toBe(1)
  })

  it('rate limits count concurrent attempts like sequential ones', async () => {
    const attempts = await Promise.all(Array.from({ length: 25 }, () => limits.allows(['account', who])))
    expect(attempts.filter(Boolean)).toHaveLength(10)
  })

  it('rate limits of a sign-in count the account first, then the address', async () => {
    expect(attemptsOf(who, '192.0.2.1')).toEqual([
      ['account', who],
      ['address', '192.0.2.1'],
    ])
    for (let attempt = 0; attempt < 12; attempt++)
      await limits.count(attemptsOf(who, `address of ${who}`), '').catch(() => undefined)
    // Attempts beyond the account's limit do not count against the address.
    expect(await allowed('address', 30, `address of ${who}`)).toBe(20)
  })

  it('rate limits return a point for an attempt that was no failure', async () => {
    await allowed('blocked', 1)
    await limits.giveBack([['blocked', who]])
    expect(await limits.allows(['blocked', who])).toBe(true)
  })

  it('a successful sign-in resets the account’s rate limit and returns one point to the address', async () => {
    const address = `address of ${who}`
    for (let attempt = 0; attempt < 9; attempt++) await limits.count(attemptsOf(who, address), '')
    await limits.succeed(who, address)
    expect(await allowed('account', 12)).toBe(10)
    expect(await allowed('address', 30, address)).toBe(30 - 9 + 1)
  })

  it('forgetAccount resets the rate limit of an account', async () => {
    await allowed('account', 10)
    await limits.forgetAccount(who)
    expect(await limits.allows(['account', who])).toBe(true)
  })

  it('the rate limit table contains neither IP addresses nor e-mail addresses', async () => {
    await limits.count(attemptsOf(who, '192.0.2.77'), '')
    const rows = await database.query<{ key: string }>(sql`select key from rate_limits`)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ key }) => key.includes('limits.example') || key.includes('192.0.2'))).toEqual([])
  })

  it('an unreachable database is another error than an exceeded rate limit', async () => {
    const broken = createRateLimits({ ...database, query: () => Promise.reject(new Error('no database')) })
    await expect(broken.count([['links', who]], 'Too many')).rejects.toThrow('no database')
  })
})
