import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, type TestContext } from 'vitest'
import { newestSnapshot } from '~/server/platform/snapshots/snapshots'
import { testDatabase } from '../support/database/database'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { api, login } from '../support/server/api'
import { command } from '../support/server/backups'
import { compiled } from '../support/server/compiled-server'
import { newDataFolder } from '../support/server/data-folder'
import { freePort } from '../support/server/free-port'
import { type ServerProcess, startProgram } from '../support/server/server-process'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { announce, upload } from '../support/storage/tus-uploads'
import { zipFile } from '../support/video/media-files'

type Health = { status: string; disk: string; snapshots: string }

const healthAt = async (url: string) => (await api(url).get<Health>('health')).body

const mounted: string[] = []

/** Mounts a file system with this number of inodes; undefined without the permission to mount. */
const mountSmall = (inodes: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'vecto-inodes-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=700m,nr_inodes=${inodes}`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    mounted.push(folder)
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

/** Creates files until no inode is free. */
const useUp = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  for (let n = 0; n < 40_000; n++) {
    try {
      writeFileSync(join(folder, String(n)), '')
    } catch {
      return
    }
  }
}

let server: TestServer | undefined
let running: ServerProcess | undefined
afterEach(async () => {
  await server?.stop()
  await running?.end('SIGTERM')
  server = undefined
  running = undefined
  for (const folder of mounted.splice(0)) {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
})

const start = async (context: Pick<TestContext, 'skip'>) => {
  const folder = mountSmall(20_000) ?? ''
  context.skip(folder === '', 'only root may mount a file system')
  const dataDir = join(folder, 'data')
  // The global setup creates the demo data beforehand; on PostgreSQL without its files.
  const { kind, env } = await testDatabase(process.env.TEST_DB, process.env.TEST_SEEDED_DATABASE)
  const seeded = process.env.TEST_SEEDED_DATA
  if (kind === 'pglite' && seeded) cpSync(seeded, dataDir, { recursive: true })
  server = await startServer({ demo: true, dataDir, env: { ...env, MIN_FREE_GB: '0.001' } })
  return { folder, server, root: await login(server.url, 'root@demo.example', demoPassword) }
}

describe('a data folder that accepts no files', () => {
  it('health and doctor report a folder without free inodes, and uploads get 507 until some are free', {
    ...long,
    timeout: 120_000,
  }, async context => {
    const { folder, server: at, root } = await start(context)
    const filler = join(folder, 'filler')
    useUp(filler)
    const refused = await announce(root, zipFile())
    expect([refused.answer.status, refused.answer.body.code]).toEqual([507, 'insufficient_storage'])
    await eventually(
      () => healthAt(at.url),
      ({ disk }) => disk === 'unwritable',
      15,
    )
    expect(at.output()).toContain('Nothing can be written to')
    const { output } = await command('doctor', [], { ...at.env, DATABASE_URL: 'postgres://127.0.0.1:1/x' })
    expect(output).toContain(`✗ Nothing can be written to ${at.dataDir}`)
    rmSync(filler, { recursive: true })
    await eventually(
      () => healthAt(at.url),
      ({ disk }) => disk === 'ok',
      15,
    )
    expect((await upload(at.url, root, zipFile())).contentType).toBe('application/zip')
  })

  if (process.env.TEST_DB === 'postgres')
    it('health reports a read-only data folder, and everything except uploads works', {
      ...long,
      timeout: 120_000,
    }, async context => {
      const { folder, server: at, root } = await start(context)
      execFileSync('mount', ['-o', 'remount,ro', folder])
      await eventually(
        () => healthAt(at.url),
        ({ disk }) => disk === 'unwritable',
        15,
      )
      const refused = await announce(root, zipFile())
      expect([refused.answer.status, refused.answer.body.code]).toEqual([507, 'insufficient_storage'])
      expect((await root.post('companies', { name: 'Nevertheless' })).status).toBe(201)
      execFileSync('mount', ['-o', 'remount,rw', folder])
      await eventually(
        () => healthAt(at.url),
        ({ disk }) => disk === 'ok',
        15,
      )
    })
})

if (process.env.TEST_DB !== 'postgres')
  describe('automatic snapshots', () => {
    it('takes snapshots with a limit of 256 open files, which the start reports', async () => {
      const folder = newDataFolder('few-files')
      const port = await freePort()
      const env = {
        DATA_DIR: folder,
        PORT: String(port),
        HOST: '127.0.0.1',
        DEMO: '0',
        DATABASE_URL: '',
        LOG_LEVEL: 'info',
      }
      const url = `http://127.0.0.1:${port}`
      const script = 'ulimit -n 256; exec "$0" "$@"'
      const args = ['-c', script, process.execPath, compiled('server')]
      running = await startProgram('/bin/sh', args, env, `${url}/parse/health`, folder)
      await eventually(() => newestSnapshot(join(folder, 'snapshots')), Boolean, 30)
      expect(running.output()).not.toContain('the snapshot failed')
      expect(running.output()).toContain('Only 256 files and connections may be open at a time')
      expect((await healthAt(url)).snapshots).toBe('ok')
    }, 90_000)

    it('health and doctor report failing snapshots', async () => {
      const folder = newDataFolder('no-snapshots')
      const SNAPSHOT_DIR = join(folder, 'taken')
      writeFileSync(SNAPSHOT_DIR, '')
      server = await startServer({
        database: 'pglite',
        dataDir: folder,
        env: { SNAPSHOT_DIR, SNAPSHOT_HOURS: '1' },
      })
      await eventually(
        () => healthAt(server?.url ?? ''),
        ({ snapshots }) => snapshots === 'failing',
        20,
      )
      const { output } = await command('doctor', [], { ...server.env })
      expect(output).toContain(`! There is no snapshot in ${SNAPSHOT_DIR} yet`)
      expect(existsSync(join(SNAPSHOT_DIR, 'x'))).toBe(false)
    }, 90_000)
  })
