import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { migrate } from '~/server/platform/database/migrations'
import { faultyOf, isComplete, readManifest } from '~/server/platform/snapshots/manifest'
import { holdRemovals, isHeld } from '~/server/platform/storage/removal'
import { migratedDatabase } from '../support/database/server-database'
import { long } from '../support/process/long'
import { command, faultsIn, startCommand, withDatabase } from '../support/server/backups'
import { compiled } from '../support/server/compiled-server'
import { freePort } from '../support/server/free-port'
import { startServer } from '../support/server/test-server'

// Most of these tests start several processes one after another.
vi.setConfig({ testTimeout: 240_000 })

let place = ''
let dataDir = ''
let snapshots: string[] = []

const snapshotsIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter(name => isComplete(join(folder, name))) : []

const until = async (isSo: () => boolean) => {
  const deadline = Date.now() + 60_000
  while (!isSo() && Date.now() < deadline) await sleep(50)
  expect(isSo()).toBe(true)
}

const homeOf = (DATA_DIR: string) => ({ DATA_DIR, DATABASE_URL: '', DEMO: '0', LOG_LEVEL: 'silent' })

/** A start that must be refused. */
const start = async (folder: string) => {
  const env = { ...process.env, ...homeOf(folder), PORT: String(await freePort()) }
  const args = [compiled('server')]
  return spawnSync(process.execPath, args, { env, encoding: 'utf8', timeout: 120_000 })
}

/** A copy of the data for one test, with its snapshots. */
const copyOf = (name: string) => {
  const folder = join(place, name)
  cpSync(dataDir, folder, { recursive: true })
  return folder
}

const FILES = 40

/** A migrated database with stored files but without demo data, since many servers start here. */
const makeData = () =>
  withDatabase(homeOf(dataDir), async database => {
    await migrate({ direct: database })
    const folder = join(dataDir, 'files')
    mkdirSync(folder, { recursive: true })
    for (let n = 0; n < FILES; n += 1) {
      const id = `file${String(n).padStart(16, '0')}`
      const bytes = Buffer.from(`The file ${n}\n`.repeat(1000))
      writeFileSync(join(folder, id), bytes)
      const md5 = createHash('md5').update(bytes).digest('base64')
      await database.run(sql`insert into files (id, user_uid, label, content_type, size, md5, owner, field)
        values (${id}, 'user', 'label', 'text/plain', ${bytes.length}, ${md5}, 'medias/one', 'file')`)
    }
  })

const storedFiles = (database: Database) => database.query(sql`select id, md5 from files order by id`)

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'vecto-snapshots-'))
  dataDir = join(place, 'data')
  await makeData()
  const folder = join(dataDir, 'snapshots')
  mkdirSync(join(folder, 'my notes'), { recursive: true })
  mkdirSync(join(folder, '2026-01-01T00-00-00-000Z'))
  writeFileSync(join(folder, '2026-01-01T00-00-00-000Z', 'manifest.unfinished'), '')
  const env = { SNAPSHOT_HOURS: '0.0005', SNAPSHOT_KEEP: '2' }
  const server = await startServer({ database: 'pglite', dataDir, env })
  await until(() => snapshotsIn(folder).length > 0)
  const [first = ''] = snapshotsIn(folder)
  await until(() => !snapshotsIn(folder).includes(first))
  snapshots = readdirSync(folder)
  await server.stop()
}, 400_000)
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe('snapshots', () => {
  it('the server takes snapshots itself and keeps the configured number', () => {
    const folder = join(dataDir, 'snapshots')
    expect(snapshotsIn(folder)).toHaveLength(2)
    const { files, database } = readManifest(join(folder, snapshotsIn(folder)[0] ?? ''))
    expect([files.count, faultyOf(files), database.kind]).toEqual([FILES, 0, 'embedded'])
  })

  it('removes the remains of an interrupted snapshot, and no other folder', () => {
    expect(snapshots).not.toContain('2026-01-01T00-00-00-000Z')
    expect(snapshots).toContain('my notes')
  })
})

const damages: readonly [string, (cluster: string) => void][] = [
  ['has lost its version file', cluster => rmSync(join(cluster, 'PG_VERSION'))],
  ['has lost its control file', cluster => rmSync(join(cluster, 'global', 'pg_control'))],
  ['has lost all its files, while others are there', cluster => rmSync(cluster, { recursive: true })],
  [
    'has files that the disk has emptied',
    cluster => {
      const base = join(cluster, 'base', '5')
      for (const name of readdirSync(base).filter(each => /^1[67]\d{3}$/.test(each)))
        truncateSync(join(base, name), 0)
    },
  ],
]

describe('a damaged embedded database', () => {
  it.each(damages)(
    'a database that %s prevents the start, and its snapshot restores it',
    long,
    async (_, damage) => {
      const folder = copyOf('damaged')
      damage(join(folder, 'pglite'))
      const left = readdirSync(folder)
      const { status, stderr } = await start(folder)
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/is (damaged|missing)[\s\S]*Nothing was changed/),
      ])
      expect(readdirSync(folder).filter(name => name !== 'lock')).toEqual(
        left.filter(name => name !== 'lock'),
      )
      const [, source = '', flag = ''] = /npm run restore -- (\S+) (\S+)/.exec(stderr) ?? []
      expect(source).toBe(
        join(folder, 'snapshots', snapshotsIn(join(folder, 'snapshots')).sort().at(-1) ?? ''),
      )
      const restored = await command('restore', [source, flag], homeOf(folder))
      expect([restored.status, restored.output]).toEqual([0, expect.stringContaining('Restored into')])
      expect(await withDatabase(homeOf(folder), storedFiles)).toHaveLength(FILES)
      expect(readdirSync(join(folder, 'files'))).toHaveLength(FILES)
      rmSync(folder, { recursive: true, force: true })
    },
  )

  it('a database whose restore was interrupted is not created again', async () => {
    const folder = join(place, 'half-restored')
    mkdirSync(join(folder, 'replaced-2026-01-01T00-00-00-000Z'), { recursive: true })
    const { status, stderr } = await start(folder)
    expect([status, stderr]).toEqual([1, expect.stringContaining('is missing, although')])
  })
})

describe('a backup', () => {
  it('refuses to restore an interrupted backup, and makes the next one', long, async () => {
    const folder = copyOf('killed')
    const target = join(place, 'killed-backup')
    const killed = startCommand('backup', [target], homeOf(folder))
    await until(() => existsSync(join(target, 'database.tar.gz')))
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(isComplete(target)).toBe(false)
    const refused = await command('restore', [target], homeOf(join(place, 'nowhere')))
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('no complete backup')])
    const again = await command('backup', [target], homeOf(folder))
    expect([again.status, again.output]).toEqual([0, expect.stringContaining('is complete')])
    expect(existsSync(join(folder, 'staging'))).toBe(false)
    rmSync(folder, { recursive: true, force: true })
  })

  it('a backup reports a missing stored file, or takes it from an earlier backup', long, async () => {
    const folder = copyOf('without-a-file')
    const [id = ''] = readdirSync(join(folder, 'files'))
    const backUp = async (...names: string[]) => {
      const target = join(place, ...names)
      const { status, output } = await command('backup', [target], homeOf(folder))
      expect([status, output]).toEqual([0, expect.stringContaining('is complete')])
      return { target, output, faulty: await faultsIn(target) }
    }
    expect((await backUp('beside', 'first')).faulty).toEqual([])
    rmSync(join(folder, 'files', id))
    const rescued = await backUp('beside', 'second')
    expect(rescued.faulty).toEqual([{ id, fault: 'rescued' }])
    expect(readdirSync(join(rescued.target, 'files'))).toContain(id)
    const alone = await backUp('alone', 'third')
    expect(alone.faulty).toEqual([{ id, fault: 'missing' }])
    expect(alone.output).toContain(`The file ${id} is missing in the store`)
    const home = homeOf(join(place, 'restored-faulty'))
    const restored = await command('restore', [alone.target], home)
    expect([restored.status, restored.output]).toEqual([0, expect.stringContaining('1 file(s) were damaged')])
    rmSync(folder, { recursive: true, force: true })
  })

  const tiny = ['--mount', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"']
  it(
    'a backup without enough disk space reports how much it needs, and leaves nothing',
    long,
    async context => {
      const target = join(place, 'tiny')
      mkdirSync(target)
      const mayMount = spawnSync('unshare', [...tiny, target, 'true']).status === 0
      context.skip(!mayMount, 'unshare and mount are not permitted here')
      const run = [process.execPath, '--import', 'tsx', 'scripts/backup.ts', join(target, 'backup')]
      const { status, stderr } = spawnSync('unshare', [...tiny, target, ...run], {
        env: { ...process.env, ...homeOf(dataDir) },
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/needs about \d+ MB .* where \d+ MB are free/),
      ])
      expect(readdirSync(target)).toEqual([])
    },
  )
})

describe('holding the removal of files', () => {
  it('a backup holds the removal of files, one at a time and only while it runs', long, async () => {
    const { database, close } = await migratedDatabase()
    expect(await isHeld(database)).toBe(false)
    const hold = await holdRemovals(database)
    expect(await isHeld(database)).toBe(true)
    await expect(holdRemovals(database)).rejects.toThrow(/running already/)
    expect(await hold.release()).toBe(true)
    expect(await isHeld(database)).toBe(false)
    const killed = await holdRemovals(database)
    await database.run(sql`update backup_holds set until = now()`)
    expect(await isHeld(database)).toBe(false)
    const next = await holdRemovals(database)
    expect([await killed.release(), await next.release()]).toEqual([false, true])
    await close()
  })

  it('the hold of a killed backup ends at the next start', long, async () => {
    const folder = copyOf('held')
    const later = sql`insert into backup_holds (id, until) values ('killed', now() + interval '1 hour')`
    await withDatabase(homeOf(folder), database => database.run(later))
    const server = await startServer({ database: 'pglite', dataDir: folder })
    await server.stop()
    expect(await withDatabase(homeOf(folder), isHeld)).toBe(false)
    rmSync(folder, { recursive: true, force: true })
  })
})
