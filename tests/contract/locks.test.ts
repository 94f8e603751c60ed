import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renewForeignLease, writeForeignLease } from '../support/database/foreign-lease'
import { long } from '../support/process/long'
import { compiled } from '../support/server/compiled-server'
import { freePort } from '../support/server/free-port'
import { startServer, type TestServer } from '../support/server/test-server'

const inNamespace = ['--pid', '--fork', '--mount-proc', '--kill-child']
const mayUnshare = () => spawnSync('unshare', [...inNamespace, 'true']).status === 0

/** Starts another server on the same data, which must fail. @returns its output */
const startSecond = async (dataDir: string, before: readonly string[] = []) => {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DEMO: '0',
    PORT: String(await freePort()),
  }
  const [program = '', ...args] = [...before, process.execPath, compiled('server')]
  return spawnSync(program, args, { env, encoding: 'utf8', timeout: 60_000 })
}

let server: TestServer
beforeAll(async () => {
  server = await startServer({ database: 'pglite' })
})
afterAll(() => server.stop())

describe('two servers on one embedded database', () => {
  beforeEach(context => context.skip(!mayUnshare(), 'unshare is not permitted here'))

  it('refuses a second server on the embedded database in another container', long, async () => {
    const { status, stderr } = await startSecond(server.dataDir, ['unshare', ...inNamespace])
    expect([status, stderr]).toEqual([1, expect.stringMatching(/in use by process \d+ on [\s\S]*DATA_DIR/)])
    expect((await fetch(`${server.url}/parse/health`)).status).toBe(200)
  })
})

describe('a server on a folder that another machine shares', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vecto-shared-'))
    return () => rmSync(folder, { recursive: true, force: true })
  })

  it('refuses to start while another machine renews its lease on the data folder', async () => {
    const stop = renewForeignLease(folder, 1000)
    // This process renews the lease, so it must not block.
    const env = { DEMO: '0', SNAPSHOT_HOURS: '0' }
    await expect(startServer({ database: 'pglite', dataDir: folder, env })).rejects.toThrow(
      /in use by process 4711 on other-machine, since/,
    )
    stop()
  })

  it(
    'starts after the other machine’s lease expired, and stops immediately when that returns',
    long,
    async () => {
      writeForeignLease(folder)
      const second = await startServer({ database: 'pglite', dataDir: folder })
      expect(second.output()).toContain('last used by process 4711 on other-machine')
      const ended = once(second.process(), 'exit')
      writeForeignLease(folder, { host: 'machine-that-woke-up' })
      const [code] = await Promise.race([ended, sleep(6000, ['still running'])])
      expect(code).toBe(1)
      expect(second.output()).toMatch(/"level":60.*taken over by process 4711 on machine-that-woke-up/)
      await second.stop()
    },
  )
})

describe('a server that was killed', () => {
  it('restarts after kill -9 without waiting for its own lease', async () => {
    await server.kill9()
    await server.restart()
    expect(server.output()).not.toContain('Watching')
  })
})
