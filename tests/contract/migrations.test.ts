import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { type Connection, connect } from '~/server/platform/database/connection'
import { migrate, readMigrations } from '~/server/platform/database/migrations'
import { testDatabase } from '../support/database/database'
import { postgresClient } from '../support/database/locked-tables'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { type Api, login } from '../support/server/api'
import { newDataFolder } from '../support/server/data-folder'
import { listAll } from '../support/server/demo-world'
import { demoPassword, startServer } from '../support/server/test-server'

const colour = { name: '9998_colour.sql', text: 'alter table companies add column colour text' }

const later = { name: '99999_later.sql', text: 'alter table companies add column later text' }

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

  /** Locks a table for reading, as a backup does, until the returned function is called. */
  const holdCompanies = async () => {
    const client = await other.pool.connect()
    await client.query('begin')
    await client.query('select 1 from companies limit 1')
    return async () => {
      await client.query('rollback')
      client.release()
    }
  }

  it('two servers that start together run each migration once', async () => {
    const ran = await Promise.all([migrate(one), migrate(other)])
    expect(ran.flat().sort()).toEqual(readMigrations().map(({ name }) => name))
  })

  it('a migration that waits for a table lets other requests pass, and retries', long, async () => {
    await migrate(one)
    const release = await holdCompanies()
    const running = migrate(one, [...readMigrations(), colour], { total: 60, pause: 1 })
    // The first attempt waits for 5 s.
    await new Promise(resolve => setTimeout(resolve, 2000))
    const [row] = await other.database.query<{ n: number }>(sql`select count(*)::int as n from companies`)
    expect(row?.n).toBe(0)
    await release()
    expect(await running).toEqual([colour.name])
  })

  it('a migration fails with instructions when a table stays locked', long, async () => {
    await migrate(one)
    const release = await holdCompanies()
    const running = migrate(one, [...readMigrations(), colour], { total: 0, pause: 1 })
    await expect(running).rejects.toThrow(/did not get its tables .*a backup.*npm run migrate/)
    await release()
    expect(await migrate(one, [...readMigrations(), colour])).toEqual([colour.name])
  })
})

const named = {
  name: '9999_named.sql',
  text: 'create index concurrently if not exists named on companies (name)',
}

describe('a migration that builds an index concurrently', () => {
  let one: Connection
  let other: Connection
  let writer: pg.Client

  beforeEach(async context => {
    context.skip(process.env.TEST_DB !== 'postgres', 'the embedded database has one session')
    const { env } = await testDatabase()
    const open = () => connect(readConfig({ DATA_DIR: newDataFolder('migrations'), ...env }, 'test'))
    one = await open()
    other = await open()
    await migrate(one)
    writer = await postgresClient(env.DATABASE_URL ?? '')
  })
  afterEach(async () => {
    await writer?.end()
    await one?.close()
    await other?.close()
  })

  const all = [...readMigrations(), named]
  const write = (uid: string, name = uid) =>
    other.database.run(sql`insert into companies (uid, name) values (${uid}, ${name})`)
  const stateOf = async (index: string) => {
    const [row] = await other.database.query<{ valid: boolean }>(
      sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`,
    )
    return row?.valid
  }
  /** An open transaction that has written to the table, which the index build waits for. */
  const keepWriting = async () => {
    await writer.query(`begin; insert into companies (uid, name) values ('early', 'early')`)
    return () => writer.query('commit')
  }
  const isBuilding = () =>
    eventually(
      () => stateOf('named'),
      valid => valid === false,
    )

  it('a concurrent index build blocks no writes', async () => {
    const finish = await keepWriting()
    const running = migrate(one, all)
    await isBuilding()
    await other.database.transaction(async tx => {
      await tx.run(sql`set local statement_timeout = 2000`)
      await tx.run(sql`insert into companies (uid, name) values ('late', 'late')`)
    })
    await finish()
    expect(await running).toEqual([named.name])
    expect(await stateOf('named')).toBe(true)
  })

  it('two servers that start together run a concurrent index build once', async () => {
    const finish = await keepWriting()
    const running = [migrate(one, all), migrate(other, all)]
    await isBuilding()
    await finish()
    expect((await Promise.all(running)).flat()).toEqual([named.name])
    expect(await stateOf('named')).toBe(true)
  })

  it('a concurrent index build is repeated after its session was terminated', async () => {
    const finish = await keepWriting()
    const failed = migrate(one, all).catch(error => error)
    await isBuilding()
    await other.database.query(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query = ${named.text} and datname = current_database()`,
    )
    expect(await failed).toBeInstanceOf(Error)
    await finish()
    expect(await stateOf('named')).toBe(false)
    expect(await migrate(other, all)).toEqual([named.name])
    expect(await stateOf('named')).toBe(true)
  })

  it('a failed concurrent index build leaves no index and stops later migrations', async () => {
    await write('one', 'the same')
    await write('two', 'the same')
    const unique = { ...named, text: named.text.replace('create', 'create unique') }
    await expect(migrate(one, [...readMigrations(), unique, later])).rejects.toThrow(
      /could not create unique/,
    )
    expect(await stateOf('named')).toBeUndefined()
    expect(await other.database.query(sql`select name from migrations where name like '99%'`)).toEqual([])
    await other.database.run(sql`update companies set name = uid`)
    expect(await migrate(one, [...readMigrations(), unique, later])).toEqual([unique.name, later.name])
  })

  it('refuses a migration that contains more than a concurrent index build', async () => {
    const mixed = { ...named, text: `${named.text};\n${colour.text};\n` }
    await expect(migrate(one, [...readMigrations(), mixed])).rejects.toThrow(
      /9999_named\.sql .* alone, not: alter/,
    )
  })
})

describe('servers that start at the same time on an empty database', () => {
  beforeEach(context =>
    context.skip(process.env.TEST_DB !== 'postgres', 'the embedded database has one server'),
  )

  it(
    'servers that start together on an empty database all start, and one creates the demo data',
    long,
    async () => {
      const { env } = await testDatabase()
      // Simulates demo data that takes longer than statements wait for locks.
      const impatient = { ...env, DATABASE_LOCK_SECONDS: '1' }
      const servers = await Promise.all([0, 1, 2].map(() => startServer({ demo: true, env: impatient })))
      try {
        const lists = servers.map(({ url }) =>
          login(url, 'root@demo.example', demoPassword).then(companiesOf),
        )
        const [names, ...others] = await Promise.all(lists)
        expect(new Set(names).size).toBe(names?.length)
        for (const other of others) expect(other).toEqual(names)
      } finally {
        await Promise.all(servers.map(server => server.stop()))
      }
    },
  )
})
