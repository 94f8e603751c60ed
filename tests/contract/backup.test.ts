import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { hashOf } from '~/server/platform/disk/durable'
import { LIST, readManifest, type StoredFile, storedIn } from '~/server/platform/snapshots/manifest'
import { endHolds } from '~/server/platform/storage/removal'
import { testDatabase } from '../support/database/database'
import { long } from '../support/process/long'
import { type Api, login } from '../support/server/api'
import { asFormerBackup, command, everyRow, withDatabase } from '../support/server/backups'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { upload } from '../support/storage/tus-uploads'
import { textFile } from '../support/video/media-files'

// Most of these tests start several processes one after another.
vi.setConfig({ testTimeout: 240_000 })

const isPostgres = process.env.TEST_DB === 'postgres'
const root = 'root@demo.example'

let place = ''
let server: TestServer
let busy = ''
let quiet = ''
/** Number of companies before the backup began, and when it was complete. */
let before = 0
let after = 0
let uploadedBefore: string[] = []

/** An own DATA_DIR with an empty database. */
const emptyHome = async (name: string) => ({
  ...(await testDatabase()).env,
  DATA_DIR: join(place, name),
  LOG_LEVEL: 'silent',
})

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 10))
}

/** Milliseconds between two changes and two uploads, so that the backup gets time to run. */
const PAUSE = 50

/** Creates companies and uploads one after another until it is stopped. */
const keepWriting = (api: Api) => {
  let isStopped = false
  let made = 0
  const uploads: string[] = []
  const writing = async () => {
    for (; !isStopped; await sleep(PAUSE))
      if ((await api.post('companies', { name: `Written ${made}` })).status === 201) made += 1
  }
  const uploading = async () => {
    for (let n = 0; !isStopped; n += 1) {
      await sleep(PAUSE)
      const file = { ...textFile(`upload-${n}.txt`), bytes: Buffer.from(`Upload ${n}\n`.repeat(20_000)) }
      uploads.push((await upload(server.url, api, file)).ref.split('/')[1] ?? '')
    }
  }
  const all = Promise.all([writing(), uploading()])
  const stop = () => {
    isStopped = true
    return all
  }
  return { made: () => made, uploads: () => [...uploads], stop }
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'vecto-backup-'))
  ;[busy, quiet] = [join(place, 'busy'), join(place, 'quiet')]
  // A slow backup would exceed the number of uploads that one user may have pending.
  server = await startServer({ demo: true, env: { UPLOAD_USER_COUNT: '10000' } })
  const writer = keepWriting(await login(server.url, root, demoPassword))
  await until(() => writer.made() >= 5 && writer.uploads().length >= 3)
  before = writer.made()
  uploadedBefore = writer.uploads()
  const { status, output } = await command('backup', [busy], server.env)
  after = writer.made() + 1
  await writer.stop()
  expect([status, output]).toEqual([0, expect.stringContaining(`The backup in ${busy} is complete`)])
  expect(writer.made()).toBeGreaterThan(before)
}, 240_000)
afterAll(async () => {
  await server.stop()
  rmSync(place, { recursive: true, force: true })
})

/** Files that the database references, with the MD5 of their bytes, computed for those without a stored one. */
const brokenFiles = async (database: Database, dataDir: string) => {
  const rows = await database.query<{ id: string; size: string; md5: string }>(
    sql`select id, size, md5 from files where md5 is not null and size is not null`,
  )
  const broken: string[] = []
  for (const { id, size, md5 } of rows) {
    const file = join(dataDir, 'files', id)
    const isWhole =
      existsSync(file) &&
      statSync(file).size === Number(size) &&
      (md5 === '' || (await hashOf(file, 'md5', 'base64')) === md5)
    if (!isWhole) broken.push(id)
  }
  return { count: rows.length, broken }
}

const storedFilesIn = async (folder: string) => {
  const found: StoredFile[] = []
  for await (const file of storedIn(folder)) found.push(file)
  return found
}

describe('a backup of a running server', () => {
  it(
    'restores a running server’s backup to one moment, with every file that the database references',
    long,
    async () => {
      const home = await emptyHome('from-busy')
      const { status, output } = await command('restore', [busy], home)
      expect([status, output]).toEqual([0, expect.stringContaining(`Restored into ${home.DATA_DIR}`)])
      await withDatabase(home, async database => {
        const names = await database.query<{ name: string }>(
          sql`select name from companies where name like 'Written %'`,
        )
        const found = names.map(({ name }) => Number(name.split(' ')[1])).sort((a, b) => a - b)
        // Companies are created in order, so the ones of one moment are the first ones.
        expect(found).toEqual(found.map((_, index) => index))
        expect(found.length).toBeGreaterThanOrEqual(before)
        expect(found.length).toBeLessThanOrEqual(after)
        const counts = await database.query<{ resource: string; n: number }>(
          sql`select resource, sum(n)::int as n from counts group by 1`,
        )
        expect(counts.length).toBeGreaterThan(0)
        for (const { resource, n } of counts)
          expect([
            resource,
            await database.query(sql`select count(*)::int as n from ${sql.raw(resource)}`),
          ]).toEqual([resource, [{ n }]])
        const { count: files, broken } = await brokenFiles(database, home.DATA_DIR)
        expect(broken).toEqual([])
        expect(files).toBe(readManifest(busy).files.count)
      })
      for (const id of uploadedBefore) expect(readdirSync(join(home.DATA_DIR, 'files'))).toContain(id)
    },
  )

  it('a backup’s folder and files are readable by its owner only', () => {
    const modes = [busy, join(busy, 'secret'), join(busy, 'manifest.json')].map(
      file => statSync(file).mode & 0o777,
    )
    expect(modes).toEqual([0o700, 0o600, 0o600])
    expect(readFileSync(join(busy, 'secret'), 'utf8')).toBe(
      readFileSync(join(server.dataDir, 'secret'), 'utf8'),
    )
  })

  it('a backup holds the embedded database for less than five seconds', context => {
    context.skip(isPostgres, 'PostgreSQL is not held')
    const { heldMs } = readManifest(busy).database
    console.warn(`The database was held for ${heldMs} ms`)
    expect(heldMs).toBeLessThan(5000)
  })

  it('refuses a backup inside DATA_DIR, in a folder that is not empty, or in an invalid place', async () => {
    const inside = join(server.dataDir, 'files', 'backup')
    const refused = await Promise.all([
      command('backup', [inside], server.env),
      command('backup', [place], server.env),
      command('backup', [busy], server.env),
      command('backup', [join(busy, 'secret', 'x')], server.env),
    ])
    expect(refused.map(({ status }) => status)).toEqual([1, 1, 1, 1])
    const said = refused.map(({ output }) => output)
    expect(said[0]).toContain('is inside DATA_DIR')
    expect(said[1]).toContain('is not empty')
    expect(said[2]).toContain('holds a backup already')
    expect(said[3]).toContain('cannot be written')
    expect(existsSync(inside)).toBe(false)
  })
})

describe('a backup of a stopped server', () => {
  // Where `npm test` has PostgreSQL, the embedded database, on which it takes longest, is left to `npm run test:all`.
  it(
    'restores every record and file of a stopped server’s backup into a working server',
    process.env.TEST_PART === 'database' ? long : {},
    async () => {
      await server.process().kill('SIGTERM')
      await until(() => server.process().exitCode !== null)
      const made = await command('backup', [quiet], server.env)
      expect([made.status, made.output]).toEqual([0, expect.stringContaining('is complete')])
      const home = await emptyHome('from-quiet')
      const { status, output } = await command('restore', [quiet, '--keep-sessions'], home)
      expect([status, output]).toEqual([0, expect.stringContaining('Restored into')])
      const original = await withDatabase(server.env, everyRow)
      expect(Object.keys(original).length).toBeGreaterThan(20)
      expect(await withDatabase(home, everyRow)).toEqual(original)
      expect(await withDatabase(home, database => brokenFiles(database, home.DATA_DIR))).toMatchObject({
        broken: [],
      })
      const restored = await startServer({ dataDir: home.DATA_DIR, env: home })
      await login(restored.url, root, demoPassword)
      await restored.stop()
    },
  )

  it('restores a backup of the previous format, and reuses its files in the next backup', long, async () => {
    const former = join(place, 'former', 'first')
    cpSync(quiet, former, { recursive: true })
    asFormerBackup(former)
    const home = await emptyHome('from-former')
    const { status, output } = await command('restore', [former], home)
    expect([status, output]).toEqual([0, expect.stringContaining('Restored into')])
    const { count, broken } = await withDatabase(home, database => brokenFiles(database, home.DATA_DIR))
    expect([count, broken]).toEqual([(await storedFilesIn(quiet)).length, []])

    const [lost] = await storedFilesIn(former)
    rmSync(join(home.DATA_DIR, 'files', lost?.id ?? ''))
    // The hold in the restored database.
    await withDatabase(home, endHolds)
    const next = join(place, 'former', 'second')
    const again = await command('backup', [next], home)
    expect([again.status, again.output]).toEqual([0, expect.stringContaining('an earlier backup had it')])
    expect(await storedFilesIn(next)).toEqual(await storedFilesIn(former))
  })

  it(
    'refuses to restore a backup with a damaged file list, and still makes the next backup',
    long,
    async () => {
      const folder = join(place, 'listless')
      const broken = join(folder, 'first')
      cpSync(quiet, broken, { recursive: true })
      const list = join(broken, LIST)
      // Truncated at the end of a line, so that only the checksum shows it.
      const lines = readFileSync(list, 'utf8').split('\n')
      writeFileSync(list, `${lines.slice(0, 2).join('\n')}\n`)
      const { status, output } = await command('restore', [broken], await emptyHome('from-listless'))
      expect([status, output]).toEqual([
        1,
        expect.stringContaining('files.jsonl is not what its manifest says'),
      ])
      writeFileSync(list, 'x')
      const again = await command('backup', [join(folder, 'second')], server.env)
      expect([again.status, again.output]).toEqual([0, expect.stringContaining('is complete')])
      expect(await storedFilesIn(join(folder, 'second'))).toEqual(await storedFilesIn(quiet))
    },
  )

  it('restores over existing data only with --replace, and moves that aside', long, async () => {
    const { DATA_DIR, ...home } = { ...(await emptyHome('from-quiet')) }
    const refused = await command('restore', [quiet], { ...home, DATA_DIR })
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('--replace')])
    const secret = readFileSync(join(DATA_DIR, 'secret'), 'utf8')
    const { status, output } = await command('restore', [quiet, '--replace'], { ...home, DATA_DIR })
    expect([status, output]).toEqual([0, expect.stringContaining('What was there before is in')])
    const aside = readdirSync(DATA_DIR).find(name => name.startsWith('replaced-')) ?? ''
    expect(readFileSync(join(DATA_DIR, aside, 'secret'), 'utf8')).toBe(secret)
    expect(readdirSync(join(DATA_DIR, aside, 'files'))).toHaveLength(
      readdirSync(join(DATA_DIR, 'files')).length,
    )
  })

  it('restores into an empty PostgreSQL database only', async context => {
    context.skip(!isPostgres, 'for PostgreSQL')
    const home = { ...(await emptyHome('filled')), DATABASE_URL: server.env.DATABASE_URL ?? '' }
    const { status, output } = await command('restore', [quiet], home)
    expect([status, output]).toEqual([1, expect.stringContaining('has tables already')])
    expect(existsSync(join(home.DATA_DIR, 'files'))).toBe(false)
  })

  it('refuses to restore a damaged backup, naming the damaged file', long, async () => {
    const home = await emptyHome('from-damaged')
    const [file] = await storedFilesIn(quiet)
    // A new file, since hard links share the bytes with the store.
    const damaged = join(quiet, 'files', file?.id ?? '')
    const bytes = readFileSync(damaged)
    rmSync(damaged)
    appendFileSync(damaged, Buffer.concat([bytes.subarray(0, -1), Buffer.from('?')]))
    const refused = await command('restore', [quiet], home)
    expect(refused.status).toBe(1)
    expect(refused.output).toContain(file?.id)
    expect(existsSync(join(home.DATA_DIR, 'pglite'))).toBe(false)
    const forced = await command('restore', [quiet, '--without-damaged'], home)
    expect([forced.status, forced.output]).toEqual([0, expect.stringContaining('1 file(s) were damaged')])
    appendFileSync(join(quiet, readManifest(quiet).database.name), 'x')
    const broken = await command('restore', [quiet, '--without-damaged'], await emptyHome('from-broken'))
    expect([broken.status, broken.output]).toEqual([1, expect.stringContaining('is damaged: database.')])
  })
})
