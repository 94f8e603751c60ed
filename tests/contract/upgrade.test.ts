import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registry } from '~/model/registry'
import { readConfig } from '~/server/platform/config/config'
import { type Connection, connect } from '~/server/platform/database/connection'
import { migrate } from '~/server/platform/database/migrations'
import { schemaDifference } from '~/server/records/schema-difference'
import { columnOf } from '~/server/records/tables'
import { testDatabase } from '../support/database/database'
import { login } from '../support/server/api'
import { newDataFolder } from '../support/server/data-folder'
import { listAll } from '../support/server/demo-world'
import { demoPassword, startServer } from '../support/server/test-server'

/** A database of version 0.1.0: part of its demo data, by pg_dump --column-inserts. */
const dump = async () => gunzipSync(await readFile('tests/fixtures/database-0.1.0.sql.gz')).toString()

const folder = newDataFolder('upgrade')
let env: Readonly<Record<string, string>>
let connection: Connection

beforeAll(async () => {
  env = (await testDatabase()).env
  connection = await connect(readConfig({ DATA_DIR: folder, ...env }, 'test'))
  const client = await connection.pool.connect()
  await client.query(await dump())
  // Resets the settings of the dump, since the embedded database has one session for all connections.
  await client.query('reset all')
  client.release()
  await migrate(connection)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Count = { readonly dims: string; readonly n: number }

const byDims = (one: Count, other: Count) => one.dims.localeCompare(other.dims)

/** The stored counts of a table and those of its rows. */
const countsOf = async (name: string, columns: readonly string[]) => {
  const { database } = connection
  const dims = sql.raw(`array[${columns.map(column => `${column}::text`).join(', ')}]::text`)
  const kept = await database.query<Count>(
    sql`select dims::text as dims, sum(n)::int as n from counts where resource = ${name} group by 1 having sum(n) <> 0`,
  )
  const found = await database.query<Count>(
    sql`select ${dims} as dims, count(*)::int as n from ${sql.raw(name)} group by 1`,
  )
  return { kept: kept.sort(byDims), found: found.sort(byDims) }
}

describe('a database of version 0.1.0', () => {
  it('the migrations turn a database of version 0.1.0 into the defined schema', async () => {
    expect(await schemaDifference(connection.database, Object.values(registry))).toEqual([])
  })

  it('the stored counts of an upgraded database equal those of its rows', async () => {
    let rows = 0
    for (const { name, counted = [], fields } of Object.values(registry)) {
      if (counted.length === 0) continue
      const columns = counted.map(key => columnOf(key, fields[key as keyof typeof fields]))
      const { kept, found } = await countsOf(name, columns)
      expect(kept, name).toEqual(found)
      rows += found.reduce((sum, { n }) => sum + n, 0)
    }
    expect(rows).toBeGreaterThan(300)
  })

  it('an upgraded server accepts the old passwords and lists the records', async () => {
    const [{ n } = { n: 0 }] = await connection.database.query<{ n: number }>(
      sql`select count(*)::int as n from users where status <> 'deleted'`,
    )
    await connection.close()
    const server = await startServer({ dataDir: folder, env, slowHashes: true })
    const root = await login(server.url, 'root@demo.example', demoPassword)
    const found = await listAll(root, 'users', { status: ['active', 'disabled', 'pending'] })
    await server.stop()
    expect(found).toHaveLength(n)
  })
})
