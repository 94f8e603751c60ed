import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '~/model/define'
import { isResourceName, registry } from '~/model/registry'
import { buildApp } from '~/server/app/app'
import {
  isConcurrent,
  migrate,
  readMigrations,
  withinTransaction,
} from '~/server/platform/database/migrations'
import { tables } from '~/server/platform/database/tables'
import { readCatalogue, schemaDifference } from '~/server/records/schema-difference'
import { migratedDatabase } from '../support/database/server-database'
import { long } from '../support/process/long'
import { login } from '../support/server/api'
import { compiled } from '../support/server/compiled-server'
import { freePort } from '../support/server/free-port'
import { bareServices } from '../support/server/registered-routes'
import { demoPassword, startServer } from '../support/server/test-server'

/** The type of a column by its name in `tables`. */
const named = (type: string) =>
  type
    .replace(' collate "C"', '')
    .replace('timestamp with time zone', 'timestamptz')
    .replace(/^character varying.*/, 'text')

const run = (env: Record<string, string>) =>
  spawnSync(process.execPath, [compiled('server')], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  })

describe('a start', () => {
  it.each([
    ['PORT', '99999', 'a port number from 0 to 65535'],
    ['DEMO', 'yes', '0 (no demo data) or 1'],
    ['DATABASE_URL', 'mysql://db', 'a PostgreSQL address'],
    ['PUBLIC_URL', 'admin.example.com', 'the address staff type'],
    ['LOG_LEVEL', 'loud', 'fatal, error, warn'],
    ['OIDC_ISSUER', 'http://login.example', 'the https address of an OpenID Connect provider'],
    ['OIDC_ISSUER', 'https://login.example', 'it takes an OIDC_CLIENT_ID'],
    ['OIDC_CLIENT_SECRET', 'secret', 'it takes an OIDC_ISSUER and an OIDC_CLIENT_ID'],
  ])('refuses to start when %s is %s, with the name and the accepted values', (name, value, takes) => {
    const { status, stderr } = run({ [name]: value })
    expect(status).toBe(1)
    expect(stderr).toContain(name)
    expect(stderr).toContain(takes)
    expect(stderr).not.toContain('    at ')
  })

  it('refuses to start on the data folder of a running server, which continues', long, async () => {
    const first = await startServer({ database: 'pglite', demo: true })
    const { status, stderr } = run({
      DATA_DIR: first.dataDir,
      PORT: String(await freePort()),
      DATABASE_URL: '',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('in use by process')
    expect(stderr).toContain('DATA_DIR')
    await login(first.url, 'root@demo.example', demoPassword)
    await first.stop()
  })

  it('refuses to start while a route declares no access', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vecto-routes-'))
    const app = await buildApp(bareServices(folder))
    expect(() => app.get('/parse/forgotten', () => 'open')).toThrow(/declares no access|already/)
    await app.close()
  })
})

describe('the migrations', () => {
  let made: Awaited<ReturnType<typeof migratedDatabase>>
  beforeAll(async () => {
    made = await migratedDatabase()
  })
  afterAll(() => made.close())

  it('the migrations create exactly the defined schema', async () => {
    const { database } = made
    expect(await schemaDifference(database, Object.values(registry))).toEqual([])
  })

  it('the migrations create the other tables with the columns of their row types', async () => {
    const { columns } = await readCatalogue(made.database, 'public')
    const isOther = (column: string) => !isResourceName(column.split('.')[0] ?? '')
    const real = [...columns].map(
      ([column, { type, isRequired }]) => `${column} ${named(type)}${isRequired ? '' : '?'}`,
    )
    const typed = Object.entries(tables).flatMap(([table, types]) =>
      Object.entries(types).map(([column, type]) => `${table}.${column} ${type}`),
    )
    expect(typed.sort()).toEqual(real.filter(isOther).sort())
  })

  it('refuses to migrate a database that has migrations of a later version', async () => {
    const { database } = made
    await database.run(sql`insert into migrations (name) values ('9999_later.sql')`)
    await expect(migrate({ direct: database })).rejects.toThrow(/later version .*9999_later\.sql/)
    await database.run(sql`delete from migrations where name = '9999_later.sql'`)
  })

  it('runs concurrent index migrations in a transaction when the database has one session', async () => {
    const text = 'create index concurrently if not exists named on companies (name);'
    const all = [...readMigrations(), { name: '9999_named.sql', text }]
    expect(await migrate({ direct: made.database }, all)).toEqual(['9999_named.sql'])
    const names = await made.database.query(sql`select indexname from pg_indexes where indexname = 'named'`)
    expect(names).toHaveLength(1)
    await made.database.run(sql`drop index named; delete from migrations where name = '9999_named.sql'`)
  })

  it('generated statements change counts, indexes, links and columns to changed definitions', async () => {
    const { database } = made
    const run = async (statements: readonly string[]) => {
      for (const statement of statements) await database.query(sql.raw(withinTransaction(statement)))
    }
    const medias: Resource = {
      ...registry.medias,
      counted: ['company', 'specialUsage'],
      fields: {
        ...registry.medias.fields,
        colour: { kind: 'choice', filter: true, sort: true },
        checksum: { kind: 'rich' },
        versions: { kind: 'text', sort: true },
        company: { ...registry.medias.fields.company, clearOnDelete: true },
      },
    }
    const resources = Object.values({ ...registry, medias })
    const statements = await schemaDifference(database, resources)
    const text = statements.join('\n')
    for (const part of [/medias_counted_insert/, /add column colour/, /alter column checksum type jsonb/])
      expect(text).toMatch(part)
    expect(text).not.toMatch(/users|companies_/)
    expect(statements.filter(isConcurrent).join('\n')).toMatch(/medias_colour_\w+ on medias/)
    await database.run(sql`insert into medias (uid, name, special_usage) values ('m', 'Quay', 'icon')`)
    await run(statements)
    expect(await schemaDifference(database, resources)).toEqual([])
    expect(await database.query(sql`select dims, n::int from counts where resource = 'medias'`)).toEqual([
      { dims: [null, 'icon'], n: 1 },
    ])
  })
})

describe('a kill -9', () => {
  it('a kill -9 loses no acknowledged write', long, async () => {
    const server = await startServer({ demo: true })
    const root = await login(server.url, 'root@demo.example', demoPassword)
    const acknowledged: string[] = []
    let stop = false
    const writer = async (name: string) => {
      for (let round = 0; !stop; round++) {
        const answer = await root
          .post<{ uid: string }>('companies', { name: `${name} ${round}` })
          .catch(() => undefined)
        if (answer?.status !== 201) return
        acknowledged.push(answer.body.uid)
      }
    }
    const writers = ['a', 'b', 'c'].map(writer)
    while (acknowledged.length < 60) await new Promise(resolve => setTimeout(resolve, 20))
    await server.kill9()
    stop = true
    await Promise.all(writers)
    const started = performance.now()
    await server.restart()
    expect(performance.now() - started).toBeLessThan(30_000)
    const after = await login(server.url, 'root@demo.example', demoPassword)
    for (const uid of acknowledged) expect((await after.get(`companies/${uid}`)).status).toBe(200)
    await server.stop()
  })
})
