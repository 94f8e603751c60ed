import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isQuota, purchase, type Quota, spend } from '~/server/features/companies/quota'
import type { Services } from '~/server/records/context'
import { ownServices } from '../support/server/own-services'

let services: Services
let close: () => Promise<void>
let company: string
let made = 0

beforeAll(async () => {
  ;({ services, close } = await ownServices())
})
afterAll(() => close())

beforeEach(async () => {
  company = `company${++made}`
  const now = new Date()
  await services.database.run(sql`insert into companies (uid, name, created_at, updated_at)
    values (${company}, ${`Museum ${made}`}, ${now}, ${now})`)
  await services.database.run(sql`insert into users (uid, email, role, status, lang, notifications, company_uid, created_at, updated_at)
    values (${`admin${made}`}, ${`admin${made}@museum.example`}, 'admin', 'active', 'en', true, ${company}, ${now}, ${now})`)
  await services.database.run(sql`insert into webhooks (uid, name, url, active, events, company_uid, created_at, updated_at)
    values (${`hook${made}`}, 'Hook', 'https://hook.example', true, '{quota.low}', ${company}, ${now}, ${now})`)
})

const inChange = <Result>(work: (context: Parameters<typeof spend>[0]) => Promise<Result>) =>
  services.database.transaction(tx => work({ services, tx, now: new Date(), afterCommit: () => undefined }))

const buy = (quota: Quota, quantity: number) => inChange(({ tx }) => purchase(tx, company, quota, quantity))
const use = (quota: Quota, amount: number, field?: string) =>
  inChange(context => spend(context, company, quota, amount, field))

const counters = async () => {
  const [row] = await services.database.query<Record<string, string>>(
    sql`select users_purchased, users_total, users_max_active, users_active, seconds_purchased, seconds_used
      from companies where uid = ${company}`,
  )
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]))
}

const told = async () => {
  const [rows, calls] = await Promise.all([
    services.database.query<{ title: string; detail: string; path: string; kind: string }>(
      sql`select kind, title, detail, path from notifications where user_uid = ${`admin${made}`} order by created_at`,
    ),
    services.database.query<{ type: string; payload: { data: unknown } }>(
      sql`select type, payload from deliveries where company_uid = ${company} order by created_at`,
    ),
  ])
  return { rows, calls: calls.map(({ type, payload }) => [type, payload.data]) }
}

describe('a quota', () => {
  it('isQuota accepts users, maxActive and minutes only', () => {
    expect(['users', 'maxActive', 'minutes'].every(isQuota)).toBe(true)
    expect([isQuota('seconds'), isQuota('toString'), isQuota(undefined)]).toEqual([false, false, false])
  })

  it('counts seats one by one and minutes as seconds, each in its own columns', async () => {
    await buy('users', 5)
    await buy('maxActive', 4)
    await buy('minutes', 3)
    await use('users', 2)
    await use('maxActive', 1)
    await use('minutes', 50)
    expect(await counters()).toEqual({
      users_purchased: 5,
      users_total: 2,
      users_max_active: 4,
      users_active: 1,
      seconds_purchased: 180,
      seconds_used: 50,
    })
  })

  it('refuses more seats than are left, with the amounts left, total and used', async () => {
    await buy('users', 3)
    await use('users', 1)
    await expect(use('users', 3, 'role')).rejects.toMatchObject({
      code: 'quota',
      message: 'Not enough users: 2 left of 3',
      details: { params: { quota: 'users', left: 2, total: 3, used: 1 }, fields: { role: 'quota' } },
    })
    await use('users', 2)
    await expect(use('users', 1)).rejects.toMatchObject({ details: { params: { left: 0 } } })
    expect(await counters()).toMatchObject({ users_total: 3 })
  })

  it('a quota error names no field when the form has none for it', async () => {
    const refusal = await use('users', 1).catch(error => error)
    expect(refusal.details).toEqual({ params: { quota: 'users', left: 0, total: 0, used: 0 } })
  })

  it('a quota error reports minutes rounded down', async () => {
    await buy('minutes', 2)
    await use('minutes', 59)
    await expect(use('minutes', 62)).rejects.toMatchObject({
      message: 'Not enough minutes: 1 left of 2',
      details: { params: { left: 1, total: 2, used: 0 } },
    })
    await use('minutes', 61)
    expect(await counters()).toMatchObject({ seconds_used: 120 })
  })

  it('releases a quota that exceeds its purchase, and never below zero', async () => {
    await buy('users', 2)
    await use('users', 2)
    await services.database.run(sql`update companies set users_purchased = 1 where uid = ${company}`)
    await use('users', -1)
    expect(await counters()).toMatchObject({ users_total: 1 })
    await use('users', -5)
    expect(await counters()).toMatchObject({ users_total: 0 })
  })

  it('allows a use of zero when nothing is left', async () => {
    await use('users', 0)
    await expect(use('users', 1)).rejects.toMatchObject({ code: 'quota' })
  })

  it('refuses to take back purchased minutes that are used, as an error of the field quantity', async () => {
    await buy('minutes', 10)
    await use('minutes', 300)
    await expect(buy('minutes', -6)).rejects.toMatchObject({
      details: { params: { left: 5, total: 10, used: 5 }, fields: { quantity: 'quota' } },
    })
    await buy('minutes', -5)
    expect(await counters()).toMatchObject({ seconds_purchased: 300 })
  })

  it('allows a purchase while usage exceeds the quota', async () => {
    await buy('users', 2)
    await use('users', 2)
    await services.database.run(sql`update companies set users_purchased = 0 where uid = ${company}`)
    await buy('users', 1)
    expect(await counters()).toMatchObject({ users_purchased: 1 })
  })

  it('refuses a quota use by a company that does not exist', async () => {
    await expect(inChange(context => spend(context, 'nobody', 'users', 1))).rejects.toMatchObject({
      code: 'quota',
      details: { params: { left: 0, total: 0, used: 0 } },
    })
  })

  it('never exceeds a quota under 20 concurrent uses', async () => {
    await buy('users', 7)
    const uses = await Promise.allSettled(Array.from({ length: 20 }, () => use('users', 1)))
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    expect(await counters()).toMatchObject({ users_total: 7 })
  })
})

describe('the notification of low minutes', () => {
  beforeEach(() => buy('minutes', 10))

  it('notifies administrators and webhooks once when 80 % of the minutes are used', async () => {
    await use('minutes', 479)
    expect(await told()).toEqual({ rows: [], calls: [] })
    await use('minutes', 1)
    const { rows, calls } = await told()
    expect(rows).toMatchObject([{ kind: 'quotaLow', path: '/mycompany' }])
    expect(`${rows[0]?.title} ${rows[0]?.detail}`).toMatch(/\b80 ?%/)
    expect(`${rows[0]?.title} ${rows[0]?.detail}`).toMatch(/\b2\b.*\b10\b/)
    expect(calls).toEqual([['quota.low', { quota: 'minutes', used: 8, total: 10 }]])
    await use('minutes', 60)
    expect((await told()).rows).toHaveLength(1)
  })

  it('notifies again when minutes become low after a release', async () => {
    await use('minutes', 480)
    await use('minutes', -1)
    await use('minutes', 1)
    expect((await told()).calls).toHaveLength(2)
  })

  it('reports the resulting share when one use jumps over the limit of 80 %', async () => {
    await use('minutes', 599)
    const { rows } = await told()
    expect(`${rows[0]?.title} ${rows[0]?.detail}`).toMatch(/\b99 ?%/)
  })

  it('sends no low-quota notification for released minutes or for seats', async () => {
    await use('minutes', 300)
    await services.database.run(sql`update companies set seconds_used = 590 where uid = ${company}`)
    await use('minutes', -60)
    await buy('users', 10)
    await use('users', 9)
    expect(await told()).toEqual({ rows: [], calls: [] })
    // Only a use of minutes triggers the notification of low minutes, not a use of seats.
    await services.database.run(
      sql`update companies set seconds_used = seconds_purchased * 0.8 where uid = ${company}`,
    )
    await use('users', 1)
    expect(await told()).toEqual({ rows: [], calls: [] })
  })
})
