import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteExpired } from '~/server/features/maintenance/retention'
import { endExpiredSessions } from '~/server/features/sessions/sessions'
import { readConfig } from '~/server/platform/config/config'
import type { Database } from '~/server/platform/database/database'
import { migratedDatabase } from '../support/database/server-database'

let database: Database
let close: () => Promise<void>

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

const addMail = (uid: string, status: string, days: number) =>
  database.run(sql`insert into mails (uid, email, action, subject, lang, status, sent_at, created_at)
    values (${uid}, 'a@b.example', 'invite', 'Your access', 'en', ${status},
      ${status === 'sent' ? daysAgo(days) : null}, ${daysAgo(days)})`)

const addEvents = (prefix: string, count: number, days: number) =>
  database.run(sql`insert into events (uid, event, type, created_at, updated_at)
    select ${prefix} || n, 'update', 'medias', ${daysAgo(days)}, ${daysAgo(days)}
    from generate_series(1, ${count}) n`)

beforeAll(async () => {
  const opened = await migratedDatabase()
  database = opened.database
  close = opened.close
  for (const [uid, status, days] of [
    ['old', 'sent', 91],
    ['recent', 'sent', 89],
    ['failed', 'failed', 91],
    ['kept', 'kept', 91],
  ] as const)
    await addMail(uid, status, days)
  // More rows than one DELETE statement removes.
  await addEvents('old', 12_001, 401)
  await addEvents('new', 3, 399)
  await database.run(sql`insert into sessions (uid, created_at, updated_at, ended_at) values
    ('ended', ${daysAgo(800)}, ${daysAgo(800)}, ${daysAgo(31)}), ('open', ${daysAgo(800)}, ${daysAgo(800)}, null)`)
  await database.run(sql`insert into viewings (uid, created_at, updated_at) values
    ('old', ${daysAgo(31)}, ${daysAgo(31)}), ('new', ${daysAgo(29)}, ${daysAgo(29)})`)
  const nothing = sql`0, 0, 0, 0, 0, 0`
  await database.run(sql`insert into usage_days (day, company_uid, users_total, users_purchased, users_active,
    users_max_active, seconds_used, seconds_purchased) values
    (${daysAgo(1102)}, 'old', ${nothing}), (${daysAgo(1098)}, 'new', ${nothing})`)
  await database.run(sql`insert into vectos (uid) values ('shown')`)
  await database.run(sql`insert into playback_days (vecto_uid, day, views, seconds) values
    ('shown', ${daysAgo(1102)}, 1, 5), ('shown', ${daysAgo(1098)}, 1, 5)`)
  await database.run(sql`insert into notifications (uid, created_at, updated_at) values
    ('old', ${daysAgo(91)}, ${daysAgo(91)}), ('new', ${daysAgo(89)}, ${daysAgo(89)})`)
  await database.run(sql`insert into security_events (uid, event, created_at, updated_at) values
    ('old', 'signInFailed', ${daysAgo(366)}, ${daysAgo(366)}), ('new', 'signInFailed', ${daysAgo(364)}, ${daysAgo(364)})`)
})
afterAll(() => close())

const uidsOf = async (table: string) =>
  (await database.query<{ uid: string }>(sql`select uid from ${sql.identifier(table)} order by uid`)).map(
    ({ uid }) => uid,
  )
const expire = (env: Record<string, string>) => deleteExpired({ database, config: readConfig(env, 'test') })

it('deletes e-mails and notifications after 90 days and security events after a year by default', async () => {
  expect(await expire({})).toEqual({
    events: 0,
    sessions: 0,
    viewings: 0,
    mails: 1,
    notifications: 1,
    deliveries: 0,
    security_events: 1,
    usage_days: 1,
    playback_days: 1,
  })
  expect(await uidsOf('mails')).toEqual(['failed', 'kept', 'recent'])
  expect(await uidsOf('notifications')).toEqual(['new'])
  expect(await uidsOf('security_events')).toEqual(['new'])
  expect(await uidsOf('sessions')).toEqual(['ended', 'open'])
})

it('deletes each kind after its configured days, in any number', async () => {
  const deleted = await expire({
    ...{ RETENTION_EVENTS_DAYS: '400', RETENTION_SESSIONS_DAYS: '30' },
    ...{ RETENTION_MAILS_DAYS: '0', RETENTION_SECURITY_EVENTS_DAYS: '0' },
  })
  expect(deleted).toEqual({
    events: 12_001,
    sessions: 1,
    viewings: 1,
    mails: 0,
    notifications: 0,
    deliveries: 0,
    security_events: 0,
    usage_days: 0,
    playback_days: 0,
  })
  expect(await uidsOf('events')).toEqual(['new1', 'new2', 'new3'])
  expect(await uidsOf('sessions')).toEqual(['open'])
  expect(await uidsOf('viewings')).toEqual(['new'])
})

it('keeps the counts of lists exact after expired rows are deleted', async () => {
  const [found] = await database.query<{ n: string }>(
    sql`select coalesce(sum(n), 0) as n from counts where resource = 'events'`,
  )
  expect(Number(found?.n)).toBe(3)
})

it('deletes the tokens of expired and idle sessions and ends their records at the last use', async () => {
  await database.run(sql`delete from sessions`)
  await database.run(sql`insert into auth_user (id, name, email) values ('ada', 'Ada', 'ada@b.example')`)
  const hoursAgo = (hours: number) => sql`now() - make_interval(hours => ${hours})`
  for (const [id, begun, used, left] of [
    ['live', 11, 0, 1],
    ['expired', 13, 2, -1],
    ['idle', 11, 4, 1],
    ['longer than allowed now', 13, 0, 1],
  ] as const) {
    await database.run(sql`insert into auth_session (id, "userId", token, "expiresAt", "createdAt", "updatedAt")
      values (${id}, 'ada', ${id}, ${hoursAgo(-left)}, ${hoursAgo(begun)}, ${hoursAgo(used)})`)
    await database.run(sql`insert into sessions (uid, created_at, updated_at)
      values (${id}, ${hoursAgo(begun)}, ${hoursAgo(begun)})`)
  }
  await database.run(sql`insert into sessions (uid, created_at, updated_at)
    values ('without a token', ${hoursAgo(5)}, ${hoursAgo(4)})`)
  const config = readConfig({ SESSION_HOURS: '12', SESSION_IDLE_HOURS: '3' }, 'test')
  await endExpiredSessions({ database, config })
  expect(await database.query(sql`select id from auth_session`)).toEqual([{ id: 'live' }])
  const ended =
    await database.query(sql`select uid, round(extract(epoch from now() - ended_at) / 3600)::int as hours,
    round(duration / 3600)::int as lasted from sessions where ended_at is not null order by uid`)
  expect(ended).toEqual([
    { uid: 'expired', hours: 2, lasted: 11 },
    { uid: 'idle', hours: 4, lasted: 7 },
    { uid: 'longer than allowed now', hours: 0, lasted: 13 },
    { uid: 'without a token', hours: 4, lasted: 1 },
  ])
})
