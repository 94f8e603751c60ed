import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordUsage } from '~/server/features/usage/record-usage'
import type { Database } from '~/server/platform/database/database'
import { migratedDatabase } from '../support/database/server-database'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { until } from '../support/video/video-jobs'

type Day = {
  readonly day: string
  readonly users: number
  readonly secondsUsed: number
  readonly secondsPurchased: number
  readonly sessions: number
  readonly bytes: number | null
}

const today = () => new Date().toISOString().slice(0, 10)

describe('usage of companies', () => {
  let server: TestServer
  let world: DemoWorld
  beforeAll(async () => {
    server = await startServer({ demo: true })
    world = await demoWorld(server)
  })
  afterAll(() => server.stop())

  const ask = (api: Api, query = '') => api.get<{ results: Day[] }>(`usage${query}`)
  const latest = async (api: Api, query = '') => (await ask(api, query)).body.results.at(-1)
  const of = (uid: string | null | undefined) => `?company=companies/${uid}`

  it('the usage of today equals the company’s record, and the history spans a year', async () => {
    const { api, actor } = world.of('admin')
    const now = await until(
      () => latest(api),
      day => day?.day === today() && day.bytes !== null,
    )
    const { body } = await api.get<{
      users: { total: number }
      seconds: { used: number; purchased: number }
    }>(`companies/${actor.company}`)
    expect(now).toMatchObject({
      users: body.users.total,
      secondsUsed: body.seconds.used,
      secondsPurchased: body.seconds.purchased,
    })
    expect(now?.bytes).toBeGreaterThan(100_000)
    const { results } = (await ask(api)).body
    expect(results.length).toBeGreaterThan(300)
    expect((await ask(api, '?days=30')).body.results).toEqual(results.slice(-30))
    for (const [index, { secondsUsed }] of results.slice(1).entries())
      expect(secondsUsed).toBeGreaterThanOrEqual(results[index]?.secondsUsed ?? 0)
  })

  it('usage includes only companies whose data the reader may see', async () => {
    const { api, actor } = world.of('partner')
    const [open] = world.companiesOf(actor, 'open')
    const [managed] = world.companiesOf(actor, 'managed')
    const [foreign] = world.companiesOf(actor, 'foreign')
    const sum = async (uids: readonly (string | null | undefined)[]) => {
      const days = await Promise.all(uids.map(uid => latest(api, of(uid))))
      return days.reduce((total, day) => total + (day?.secondsUsed ?? 0), 0)
    }
    expect((await latest(api))?.secondsUsed).toBe(
      await sum([actor.company, ...world.companiesOf(actor, 'open')]),
    )
    expect((await ask(api, of(open))).status).toBe(200)
    for (const closed of [managed, foreign, 'nobody']) expect((await ask(api, of(closed))).status).toBe(404)
    expect((await ask(world.of('admin').api, of(world.of('partner').actor.company))).status).toBe(404)
    for (const role of ['manager', 'editor', 'viewer'] as const)
      expect((await ask(world.of(role).api)).status).toBe(403)
    expect((await ask(world.of('root').api, of(foreign))).status).toBe(200)
    expect((await ask(world.of('root').api, '?company=users/x')).status).toBe(400)
    expect((await ask(world.of('root').api, '?days=100000')).status).toBe(400)
  })
})

describe('the record of a day', () => {
  let database: Database
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ database, close } = await migratedDatabase())
    await database.run(
      sql`insert into companies (uid, name, seconds_used, users_total) values ('one', 'One', 60, 2)`,
    )
  })
  afterAll(() => close())

  const rows = () =>
    database.query<
      Record<string, unknown>
    >(sql`select to_char(day, 'YYYY-MM-DD') as day, seconds_used::int as seconds,
      sessions::int as sessions, bytes::int as bytes from usage_days order by day`)

  it('usage has one row per day and company under concurrent writes', async () => {
    await Promise.all([recordUsage({ database }), recordUsage({ database }), recordUsage({ database })])
    await database.run(sql`update companies set seconds_used = 90 where uid = 'one'`)
    await recordUsage({ database })
    expect(await rows()).toMatchObject([{ seconds: 90, sessions: 0, bytes: 0 }])
  })

  it('usage counts the sessions that began on a day, and those of its end after it', async () => {
    await database.run(sql`update usage_days set day = day - 1`)
    await database.run(sql`insert into sessions (uid, company_uid, created_at)
      values ('late', 'one', date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '1 second'),
        ('early', 'one', date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'),
        ('other', null, now())`)
    await recordUsage({ database })
    expect(await rows()).toMatchObject([
      { seconds: 90, sessions: 1 },
      { seconds: 90, sessions: 1, bytes: 0 },
    ])
  })

  it('usage measures the bytes of the company’s files once a day', async () => {
    const add = (id: string, owner: string, size: number) =>
      database.run(sql`insert into files (id, user_uid, label, content_type, size, owner)
        values (${id}, 'somebody', ${id}, 'video/mp4', ${size}, ${owner})`)
    await database.run(sql`insert into videos (uid, company_uid) values ('film', 'one')`)
    await add('a', 'videos/film', 1000)
    await add('b', 'videos/film', 500)
    await add('c', 'videos/another', 7000)
    await recordUsage({ database })
    expect((await rows()).at(-1)).toMatchObject({ bytes: 0 })
    await database.run(sql`update usage_days set bytes = null`)
    await recordUsage({ database })
    expect((await rows()).map(({ bytes }) => bytes)).toEqual([null, 1500])
  })

  it('usage remains when its company is deleted', async () => {
    await database.run(sql`delete from files`)
    await database.run(sql`delete from sessions`)
    await database.run(sql`delete from videos`)
    await database.run(sql`delete from companies`)
    await recordUsage({ database })
    expect(await rows()).toHaveLength(2)
  })
})
