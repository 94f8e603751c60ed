import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { type Connection, connect } from '~/server/platform/database/connection'
import { migrate, readMigrations } from '~/server/platform/database/migrations'
import { type Api, login } from '../support/api'
import { newDataFolder } from '../support/data-folder'
import { testDatabase } from '../support/database'
import { listAll } from '../support/demo-world'
import { demoPassword, startServer } from '../support/test-server'

const colour = { name: '9998_colour.sql', text: 'alter table companies add column colour text' }

const companiesOf = async (api: Api) => (await listAll(api, 'companies')).map(({ uid }) => uid)

describe('migrations', () => {
  let one: Connection
  let other: Connection

  beforeEach(async context => {
    context.skip(process.env.TEST_DB !== 'postgres', 'the embedded database has one server')
    const { env } = await testDatabase()
    const open = () => connect(readConfig({ DATA_DIR: newDataFolder('migrations'), ...env }, 'test'))
    one = await open()
    other = await open()
  })
  afterEach(async () => {
    await one?.close()
    await other?.close()
  })

  /** Reads a table until the function that it answers is called, as a backup does. */
  const holdCompanies = async () => {
    const client = await other.pool.connect()
    await client.query('begin')
    await client.query('select 1 from companies limit 1')
    return async () => {
      await client.query('rollback')
      client.release()
    }
  }

  it('of an empty database run once where two servers start at the same time', async () => {
    const ran = await Promise.all([migrate(one.direct), migrate(other.direct)])
    expect(ran.flat().sort()).toEqual(readMigrations().map(({ name }) => name))
  })

  it('that do not get their table let the requests behind them pass, and try again', async () => {
    await migrate(one.direct)
    const release = await holdCompanies()
    const running = migrate(one.direct, [...readMigrations(), colour], { total: 60, pause: 1 })
    // The first try waits for 5 s.
    await new Promise(resolve => setTimeout(resolve, 2000))
    const [row] = await other.database.query<{ n: number }>(sql`select count(*)::int as n from companies`)
    expect(row?.n).toBe(0)
    await release()
    expect(await running).toEqual([colour.name])
  })

  it('say what to do where a table is held for good', async () => {
    await migrate(one.direct)
    const release = await holdCompanies()
    const running = migrate(one.direct, [...readMigrations(), colour], { total: 0, pause: 1 })
    await expect(running).rejects.toThrow(/did not get its tables .*a backup.*npm run migrate/)
    await release()
    expect(await migrate(one.direct, [...readMigrations(), colour])).toEqual([colour.name])
  })
})

describe('servers that start at the same time on an empty database', () => {
  beforeEach(context =>
    context.skip(process.env.TEST_DB !== 'postgres', 'the embedded database has one server'),
  )

  it('all start, and one of them makes the demo data', async () => {
    const { env } = await testDatabase()
    // As where the demo data takes longer than statements wait for locks.
    const impatient = { ...env, DATABASE_LOCK_SECONDS: '1' }
    const servers = await Promise.all([0, 1, 2].map(() => startServer({ demo: true, env: impatient })))
    try {
      const lists = servers.map(({ url }) => login(url, 'root@demo.example', demoPassword).then(companiesOf))
      const [names, ...others] = await Promise.all(lists)
      expect(new Set(names).size).toBe(names?.length)
      for (const other of others) expect(other).toEqual(names)
    } finally {
      await Promise.all(servers.map(server => server.stop()))
    }
  })
})
