import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { type Connection, connect } from '~/server/platform/database/connection'
import { migrate, readMigrations } from '~/server/platform/database/migrations'
import { testDatabase } from '../support/database/database'
import { newDataFolder } from '../support/server/data-folder'

let connection: Connection
beforeAll(async () => {
  const { env } = await testDatabase()
  connection = await connect(readConfig({ DATA_DIR: newDataFolder('subscriptions'), ...env }, 'test'))
  await migrate(
    connection,
    readMigrations().filter(({ name }) => name < '0061'),
  )
})
afterAll(() => connection?.close())

const run = (statement: string) => connection.database.run(sql.raw(statement))
const rowOf = async (uid: string) => {
  const [row] = await connection.database.query<{ events: string[]; completed: boolean; low: boolean }>(
    sql`select events, on_vecto_completed as completed, on_quota_low as low from webhooks where uid = ${uid}`,
  )
  return row
}

const all = ['vecto.completed', 'vecto.failed', 'video.completed', 'video.failed', 'quota.low']

it('an upgrade keeps the subscriptions of webhooks, also of those in the trash', async () => {
  await run(`insert into webhooks (uid, on_vecto_completed, on_vecto_failed, on_video_completed, on_video_failed, on_quota_low)
    values ('all', true, true, true, true, true), ('some', false, true, false, false, true), ('none', false, false, false, false, false)`)
  await run(`insert into trash (uid, type, content) select 'webhooks-' || uid, 'webhooks',
    jsonb_build_object('record', '{}'::jsonb, 'row', to_jsonb(w)) from webhooks w where uid = 'some'`)
  await run(
    `insert into trash (uid, type, content) values ('groups-one', 'groups', '{"row": {"uid": "one"}}')`,
  )
  await migrate(connection)
  expect((await rowOf('all'))?.events).toEqual(all)
  expect((await rowOf('some'))?.events).toEqual(['vecto.failed', 'quota.low'])
  expect((await rowOf('none'))?.events).toEqual([])
  const trashed = await connection.database.query<{ row: { events?: string[] } }>(
    sql`select content -> 'row' as row from trash order by uid desc`,
  )
  expect(trashed.map(({ row }) => row.events)).toEqual([['vecto.failed', 'quota.low'], undefined])
})

it('servers of the former and of this version see each other’s subscriptions during an upgrade', async () => {
  await run(`insert into webhooks (uid, on_quota_low) values ('former', true)`)
  expect((await rowOf('former'))?.events).toEqual(['quota.low'])
  await run(`insert into webhooks (uid, events) values ('later', '{vecto.completed,some.other}')`)
  expect(await rowOf('later')).toMatchObject({ completed: true, low: false })
  await run(`update webhooks set on_quota_low = true where uid = 'later'`)
  expect((await rowOf('later'))?.events).toEqual(['vecto.completed', 'quota.low', 'some.other'])
  await run(`update webhooks set name = 'Planning' where uid = 'later'`)
  expect((await rowOf('later'))?.events).toEqual(['vecto.completed', 'quota.low', 'some.other'])
  await run(`update webhooks set events = '{some.other}' where uid = 'later'`)
  expect(await rowOf('later')).toMatchObject({ completed: false, low: false, events: ['some.other'] })
})
