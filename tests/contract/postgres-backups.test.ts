import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryDump } from '~/server/platform/backup/postgres-copy'
import type { Database } from '~/server/platform/database/database'
import { hashOf } from '~/server/platform/disk/durable'
import { readManifest } from '~/server/platform/snapshots/manifest'
import { accountToUse, type Cluster, startCluster } from '../support/database/postgres'
import { long } from '../support/process/long'
import { command, everyRow, withDatabase } from '../support/server/backups'
import { emptyInstallation, installation } from '../support/server/file-installation'

const isPostgres = process.env.TEST_DB === 'postgres'

let place: string
let cluster: Cluster
let databases = 0

/** A self-signed certificate of the server for 127.0.0.1, which is also its authority. */
const newCertificate = () => {
  const [key, certificate] = [join(place, 'server.key'), join(place, 'server.crt')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject],
    {
      stdio: 'pipe',
    },
  )
  const account = accountToUse()
  if (account) for (const file of [key, certificate]) chownSync(file, account.uid, account.gid)
  return { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key }
}

const asAdmin = async (database: string, ...statements: readonly string[]) => {
  const client = new pg.Client({ connectionString: cluster.adminUrl.replace(/\/postgres$/, `/${database}`) })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** An empty database that belongs to an ordinary role. */
const ownDatabase = async (owner = 'app') => {
  databases += 1
  const name = `own_${databases}`
  await asAdmin('postgres', `create database ${name} owner ${owner}`)
  return { name, url: `postgresql://app@127.0.0.1:${cluster.port}/${name}` }
}

const homeOn = async (name: string, url: string) =>
  emptyInstallation(join(place, name), { DATABASE_URL: url })

/** Objects that an administrator may have added to a database of the product. */
const additions = [
  'create extension pg_trgm',
  'create schema secret',
  'create table secret.notes (id int)',
  'create table public.audit (what text)',
  'create index on public.audit using gin (what gin_trgm_ops)',
  'create view public.latest as select id from files',
  'create materialized view public.counted as select count(*) from files',
  `create type public.mood as enum ('good', 'bad')`,
  'create function public.note() returns trigger language plpgsql security definer as $$ begin insert into public.audit values (tg_op); return null; end $$',
  'create trigger audited after insert on files for each row execute function public.note()',
  'create index files_label_search on files using gin (label gin_trgm_ops)',
  `comment on table files is 'of the product'`,
  'create publication everything for all tables',
  `create function public.watch() returns event_trigger language plpgsql as $$ begin null; end $$`,
  'create event trigger watching on ddl_command_end execute function public.watch()',
  'revoke all on public.audit, secret.notes from public',
]

beforeAll(async () => {
  if (!isPostgres) return
  place = mkdtempSync(join(tmpdir(), 'vecto-postgres-'))
  const account = accountToUse()
  if (account) chownSync(place, account.uid, account.gid)
  cluster = await startCluster({ settings: newCertificate() })
  await asAdmin('postgres', 'create role app login')
}, 120_000)
afterAll(async () => {
  if (!isPostgres) return
  await cluster.stop()
  rmSync(place, { recursive: true, force: true })
})

describe.skipIf(!isPostgres)('a database with additional objects of an administrator', () => {
  let home: Awaited<ReturnType<typeof installation>>
  let database: string
  beforeAll(async () => {
    const { name, url } = await ownDatabase()
    database = name
    home = await installation(join(place, 'added'), { DATABASE_URL: url })
    await asAdmin(name, ...additions)
  }, 120_000)

  it('backs up the product’s objects only, and restores them with an ordinary role', long, async () => {
    const made = await home.backUp('backup')
    expect([made.status, made.output]).toEqual([0, expect.stringContaining('is complete')])
    const other = await homeOn('added-restored', (await ownDatabase()).url)
    const { status, output } = await command('restore', [home.at('backup'), '--keep-sessions'], other)
    expect([status, output]).toEqual([0, expect.stringContaining('Restored into')])
    const asOwner = { ...home.env, DATABASE_URL: cluster.adminUrl.replace(/\/postgres$/, `/${database}`) }
    const { 'public.audit': _left, ...original } = await withDatabase(asOwner, everyRow)
    expect(await withDatabase(other, everyRow)).toEqual(original)
  })

  it('restores the product’s objects only from a dump of the whole database', long, async () => {
    const folder = home.at('former')
    cpSync(home.at('backup'), folder, { recursive: true })
    const dump = join(folder, 'database.dump')
    const whole = ['--format=custom', '--no-owner', '--no-privileges', `--file=${dump}`]
    execFileSync('pg_dump', [...whole, cluster.adminUrl.replace(/\/postgres$/, `/${database}`)])
    const manifest = JSON.parse(JSON.stringify(readManifest(folder)))
    manifest.database.size = statSync(dump).size
    manifest.database.sha256 = await hashOf(dump, 'sha256', 'hex')
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    const other = await homeOn('former-restored', (await ownDatabase()).url)
    const { status, output } = await command('restore', [folder], other)
    expect([status, output]).toEqual([0, expect.stringContaining('Restored into')])
    const indexes = await withDatabase(other, indexesAndTriggers)
    expect(indexes).toEqual(
      (await withDatabase(home.env, indexesAndTriggers)).filter(
        name => !/audit|files_label_search/.test(name),
      ),
    )
  })

  it('the doctor lists the objects that backups omit', long, async () => {
    const { status, output } = await command('doctor', [], home.env)
    expect(output).toMatch(/! Backups leave out what is not the product's: .*"public"."audit".*secret/)
    expect(output).toContain('✓ pg_dump reaches the database')
    expect(status).toBe(0)
  })

  it('refuses a backup when the role cannot read a table of the product, naming it', long, async () => {
    await asAdmin(database, 'alter table medias owner to postgres')
    const { status, output } = await home.backUp('unreadable')
    expect([status, output]).toEqual([1, expect.stringContaining('may not read "public"."medias"')])
    const doctor = await command('doctor', [], home.env)
    expect(doctor.output).toMatch(/✗ The database's user may not read "public"."medias"/)
    await asAdmin(database, 'alter table medias owner to app')
  })
})

const indexesAndTriggers = async (database: Database) =>
  (
    await database.query<{ name: string }>(
      sql`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'pgboss') and c.relkind in ('i', 'r', 'I', 'p') union all
        select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
        where not tgisinternal and n.nspname = 'public' order by 1`,
    )
  ).map(({ name }) => name)

describe.skipIf(!isPostgres)('the target database of a restore', () => {
  it(
    'refuses to restore with a role that cannot create tables, with the required GRANT statement',
    long,
    async () => {
      const home = await installation(join(place, 'rights'), { DATABASE_URL: (await ownDatabase()).url })
      expect((await home.backUp('backup')).status).toBe(0)
      const { name, url } = await ownDatabase('postgres')
      const other = await homeOn('rights-restored', url)
      const restore = () => command('restore', [home.at('backup')], other)
      const refused = await restore()
      expect([refused.status, refused.output]).toEqual([
        1,
        expect.stringContaining('GRANT CREATE ON SCHEMA public TO "app"'),
      ])
      await asAdmin(name, 'grant create on schema public to app')
      expect((await restore()).output).toContain(`GRANT CREATE ON DATABASE "${name}" TO "app"`)
      await asAdmin(name, `grant create on database ${name} to app`, 'create extension pg_trgm')
      expect((await restore()).status).toBe(0)
    },
  )
})

describe.skipIf(!isPostgres)('a database URL with driver parameters', () => {
  const { signal } = new AbortController()
  const dump = (query: string) =>
    tryDump(`postgresql://app@127.0.0.1:${cluster.port}/postgres?${query}`, signal)

  it.each([
    'pgbouncer=true&schema=public',
    'connection_limit=3&pool_timeout=2&statement_cache_size=0',
    'statement_timeout=1000&application_name=a%20b',
    'encoding=utf8',
    'ssl=0',
    'sslmode=no-verify',
    'ssl=no-verify&pgbouncer=true',
    'sslmode=require&uselibpqcompat=true',
    'sslmode=disable',
  ])('dumps a database whose URL has %s', async query => {
    await expect(dump(query)).resolves.toBeUndefined()
  })

  it.each(['sslmode=verify-full', 'sslmode=require', 'ssl=true'])(
    'verifies certificates like the driver, with NODE_EXTRA_CA_CERTS, for %s',
    async query => {
      await expect(dump(query)).rejects.toThrow(/certificate verify failed/)
      process.env.NODE_EXTRA_CA_CERTS = join(place, 'server.crt')
      try {
        await expect(dump(query)).resolves.toBeUndefined()
      } finally {
        delete process.env.NODE_EXTRA_CA_CERTS
      }
    },
  )

  it('accepts a URL with driver parameters for backup, doctor and restore', long, async () => {
    const ca = { NODE_EXTRA_CA_CERTS: join(place, 'server.crt') }
    const query = '?sslmode=verify-full&pgbouncer=true&schema=public'
    const address = async () => `${(await ownDatabase()).url}${query}`
    const home = await installation(join(place, 'verified'), {
      DATABASE_URL: (await ownDatabase()).url,
    })
    const env = { ...home.env, ...ca, DATABASE_URL: `${home.env.DATABASE_URL}${query}` }
    const made = await command('backup', [home.at('backup')], env)
    expect([made.status, made.output]).toEqual([0, expect.stringContaining('is complete')])
    expect((await command('doctor', [], env)).output).toContain('✓ pg_dump reaches the database')
    const other = { ...(await homeOn('verified-restored', await address())), ...ca }
    const { status, output } = await command('restore', [home.at('backup')], other)
    expect([status, output]).toEqual([0, expect.stringContaining('Restored into')])
  })
})
