import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { type Api, api, login } from '../support/server/api'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { announce, upload } from '../support/storage/tus-uploads'
import { zipFile } from '../support/video/media-files'

const MB = 1024 ** 2

/** A disk small enough to fill; undefined without the permission to mount. */
const mountDisk = () => {
  const folder = mkdtempSync(join(tmpdir(), 'vecto-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

const disk = process.env.TEST_DB === 'postgres' ? undefined : mountDisk()

// The embedded database is the one that shares the disk with the files.
describe('a full disk', () => {
  let server: TestServer
  let root: Api
  const dataDir = join(disk ?? '', 'data')
  const filler = join(disk ?? '', 'filler')
  const health = async () => (await api(server.url).get<{ status: string; disk: string }>('health')).body

  /** Leaves this many bytes free. */
  const fill = (leave: number) => {
    rmSync(filler, { force: true })
    const [, free] = execFileSync('df', ['-B1', '--output=avail', disk ?? ''])
      .toString()
      .split('\n')
    writeFileSync(filler, Buffer.alloc(Math.max(0, Number(free) - leave)))
  }

  beforeEach(context => context.skip(!disk, 'only root may mount a disk to fill'))
  beforeAll(async () => {
    if (!disk) return
    // Created by the global setup, since seeding here takes far longer.
    const seeded = process.env.TEST_SEEDED_DATA
    if (seeded) cpSync(seeded, dataDir, { recursive: true })
    server = await startServer({ demo: true, dataDir, database: 'pglite', env: { MIN_FREE_GB: '0.2' } })
    root = await login(server.url, 'root@demo.example', demoPassword)
  })
  afterAll(async () => {
    if (!disk) return
    await server.stop()
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  })

  it('refuses uploads with 507 on a nearly full disk, as health reports, while the rest works', async () => {
    fill(150 * MB)
    await eventually(health, ({ disk: state }) => state === 'low')
    const { answer } = await announce(root, zipFile())
    expect([answer.status, answer.body.code]).toEqual([507, 'insufficient_storage'])
    expect((await root.post('companies', { name: 'While it is low' })).status).toBe(201)
  })

  it('a full disk makes the server read-only: sign-in, reads and deletions work', long, async () => {
    const made = (await root.post('companies', { name: 'To be deleted' })).body
    fill(20 * MB)
    await eventually(health, ({ disk: state }) => state === 'full')
    const refused = await root.post('companies', { name: 'On a full disk' })
    expect([refused.status, refused.body.code]).toEqual([507, 'read_only'])
    expect((await (await login(server.url, 'admin@demo.example', demoPassword)).get('users/me')).status).toBe(
      200,
    )
    expect((await root.del(`companies/${made.uid}`)).status).toBe(200)
  })

  it('starts read-only on a full disk, and recovers when space is free', long, async () => {
    fill(0)
    await server.kill9()
    await server.restart()
    expect(server.output()).toContain('is full')
    expect(await health()).toMatchObject({ status: 'ok', disk: 'full' })
    expect((await root.get('companies')).status).toBe(200)
    expect((await root.post('companies', { name: 'Still full' })).body.code).toBe('read_only')
    rmSync(filler)
    await eventually(health, ({ disk: state }) => state === 'ok')
    expect((await root.post('companies', { name: 'Room again' })).status).toBe(201)
    expect((await upload(server.url, root, zipFile())).contentType).toBe('application/zip')
  })
})
