import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { openClient } from '~/server/platform/database/pools'
import { testDatabase } from '../support/database/database'
import { startPgbouncer } from '../support/database/pgbouncer'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { needsPgbouncer, skipOnEmbedded } from '../support/process/needs'
import { login } from '../support/server/api'
import { command } from '../support/server/backups'
import { watch } from '../support/server/live-stream-client'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { mediaOf, upload } from '../support/storage/tus-uploads'
import { pngFile } from '../support/video/media-files'

const adminUrl = () => process.env.TEST_POSTGRES_URL ?? ''

/** Runs statements as superuser on the database at `url`. */
const run = async (url: string, ...statements: readonly string[]) => {
  const client = await openClient(url)
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)
const withName = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

/** Parameters that an administrator may set and that once broke the server or changed what it reads. */
const odd = {
  datestyle: "'SQL, DMY'",
  intervalstyle: "'sql_standard'",
  timezone: "'Asia/Kolkata'",
  standard_conforming_strings: 'off',
  escape_string_warning: 'off',
  bytea_output: "'escape'",
  extra_float_digits: '-15',
  transform_null_equals: 'on',
  default_transaction_isolation: "'serializable'",
  idle_session_timeout: "'2s'",
  statement_timeout: "'50ms'",
  gin_fuzzy_search_limit: '1',
  exit_on_error: 'on',
}

const oddDatabase = async () => {
  const { env } = await testDatabase('postgres', process.env.TEST_SEEDED_DATABASE)
  const url = env.DATABASE_URL ?? ''
  const changes = Object.entries(odd).map(
    ([name, value]) => `alter database ${nameOf(url)} set ${name} = ${value}`,
  )
  await run(adminUrl(), ...changes)
  return url
}

/** Signs in, uploads, lists and receives the change on the stream, after sessions idled longer than allowed. */
const works = async (server: TestServer) => {
  const root = await login(server.url, 'root@demo.example', demoPassword)
  const stream = await watch(server.url, root)
  await sleep(3000)
  const sent = await upload(server.url, root, await pngFile())
  const { status, body } = await root.post<{ uid: string; createdAt: string }>('medias', mediaOf(sent))
  expect(status).toBe(201)
  expect(Math.abs(Date.parse(body.createdAt) - Date.now())).toBeLessThan(60_000)
  await eventually(() => stream.heard.some(({ data }) => data.id === body.uid), Boolean, 5)
  stream.leave()
  const list = await root.get<{ results: { uid: string; createdAt: string }[] }>(
    'medias?batch=1&fsort=createdAt&osort=desc',
  )
  expect(list.body.results[0]).toMatchObject({ uid: body.uid, createdAt: body.createdAt })
}

if (process.env.TEST_DB === 'postgres') {
  describe('a database whose parameters are unusual', () => {
    let server: TestServer | undefined
    afterEach(() => server?.stop())

    it('a database with unusual parameters works', long, async () => {
      server = await startServer({ demo: true, env: { DATABASE_URL: await oddDatabase() } })
      await works(server)
    })

    it(
      'a database with unusual parameters works behind PgBouncer in transaction mode',
      long,
      async context => {
        needsPgbouncer(context)
        const url = await oddDatabase()
        const pooler = await startPgbouncer(url)
        try {
          const addresses = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url }
          server = await startServer({ demo: true, env: addresses })
          await works(server)
          await server.stop()
          server = undefined
        } finally {
          await pooler.stop()
        }
      },
    )
  })

  describe('an unsuitable database', () => {
    const fresh = async () => (await testDatabase('postgres')).env.DATABASE_URL ?? ''

    const tablesOf = async (url: string) => {
      const client = await openClient(url)
      try {
        const { rows } = await client.query(
          "select 1 from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
        )
        return rows.length
      } finally {
        await client.end()
      }
    }

    /** Output of a migration that must fail without creating a table. */
    const refusal = async (url: string, readUrl = url) => {
      const { status, output } = await command('migrate', [], { DATABASE_URL: url, LOG_LEVEL: 'warn' })
      expect(status).toBe(1)
      expect(await tablesOf(readUrl)).toBe(0)
      expect(output).not.toContain('    at ')
      return output
    }

    it.each(['LATIN1', 'SQL_ASCII'])(
      'refuses a database with the encoding %s, with a command that creates a suitable one',
      async encoding => {
        const name = `odd_${process.pid}_${encoding.toLowerCase()}`
        const make = `create database ${name} encoding '${encoding}' locale 'C' template template0`
        await run(adminUrl(), `drop database if exists ${name}`, make)
        const url = withName(adminUrl(), name)
        const output = await refusal(url)
        expect(output).toContain(`has the encoding ${encoding}; the product needs UTF8`)
        const [, remedy = ''] = /(create database [^;]+;)/.exec(output) ?? []
        const [, made = ''] = /create database (\w+)/.exec(remedy) ?? []
        await run(adminUrl(), `drop database if exists ${made}`, remedy)
        const answer = await command('migrate', [], { DATABASE_URL: withName(url, made) })
        expect(answer.status, answer.output).toBe(0)
        await run(adminUrl(), `drop database ${made}`, `drop database ${name}`)
      },
      60_000,
    )

    it.each([
      ['default_transaction_read_only', 'on', 'reset default_transaction_read_only'],
      ['search_path', "'nowhere'", 'reset search_path'],
      ['session_replication_role', "'replica'", 'reset session_replication_role'],
    ])('refuses a database with %s = %s', async (parameter, value, remedy) => {
      const url = await fresh()
      await run(adminUrl(), `alter database ${nameOf(url)} set ${parameter} = ${value}`)
      const output = await refusal(url)
      expect(output).toContain(parameter)
      expect(output).toContain(remedy)
    })

    it('migrate and doctor refuse a role without the right to create tables', async () => {
      const url = await fresh()
      const role = `guest_${process.pid}`
      await run(
        adminUrl(),
        `drop role if exists ${role}`,
        `create role ${role} login`,
        `grant create on database ${nameOf(url)} to ${role}`,
      )
      const own = Object.assign(new URL(url), { username: role }).href
      expect(await refusal(own, url)).toContain(`grant create on schema public to ${role};`)
      const { output } = await command('doctor', [], { DATABASE_URL: own, LOG_LEVEL: 'warn' })
      expect(output).toMatch(/✗ The role guest_\d+ may not create tables/)
      // Tables of other applications in the same schema are ignored.
      await run(url, `grant create on schema public to ${role}`, 'create table public.foreign_table (n int)')
      for (let time = 0; time < 2; time++) {
        const answer = await command('migrate', [], { DATABASE_URL: own })
        expect(answer.status, answer.output).toBe(0)
      }
      await run(url, `drop owned by ${role}`)
      await run(adminUrl(), `drop role ${role}`)
    })

    it('refuses a search_path that hides the product’s tables', long, async () => {
      const url = await fresh()
      await command('migrate', [], { DATABASE_URL: url })
      await run(url, 'create schema app', `alter database ${nameOf(url)} set search_path = app, public`)
      const { status, output } = await command('migrate', [], { DATABASE_URL: url })
      expect([status, output]).toEqual([1, expect.stringContaining("the product's tables are in public")])
    })

    it('refuses tables that belong to another role', long, async () => {
      const url = await fresh()
      await command('migrate', [], { DATABASE_URL: url })
      const role = `stranger_${process.pid}`
      await run(adminUrl(), `drop role if exists ${role}`, `create role ${role} login`)
      const own = Object.assign(new URL(url), { username: role }).href
      const { status, output } = await command('migrate', [], { DATABASE_URL: own })
      expect([status, output]).toEqual([1, expect.stringContaining('may not read and change')])
      await run(adminUrl(), `drop role ${role}`)
    })
  })
} else skipOnEmbedded('the embedded database has parameters of its own')
