import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseClient } from '../support/database/locked-tables'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { skipOnEmbedded } from '../support/process/needs'
import { compiled } from '../support/server/compiled-server'
import { type ServerProcess, startProcess } from '../support/server/server-process'
import { startServer, type TestServer } from '../support/server/test-server'

let server: TestServer
const workers: ServerProcess[] = []

beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await Promise.all(workers.map(worker => worker.end('SIGTERM')))
  await server.stop()
})

const launch = async (name: string) => {
  const env = { ...server.env, WORKER_JOBS: '1', WORKER_NAME: name, WORKER_LOST_SECONDS: '5' }
  const worker = await startProcess([compiled('worker')], env, `${server.url}/parse/health`)
  workers.push(worker)
  return worker
}

const works = ({ output }: ServerProcess) =>
  eventually(output, text => text.includes('takes 1 job(s) at a time'))

if (process.env.TEST_DB === 'postgres') {
  it('refuses a second worker with the name of a running one, and states the remedy', long, async () => {
    const first = await launch('north')
    await works(first)
    const second = await launch('north')
    const [code] = second.child.exitCode === null ? await once(second.child, 'exit') : [second.child.exitCode]
    expect([code, second.output()]).toEqual([1, expect.stringContaining('Give each its own WORKER_NAME')])
    expect(first.child.exitCode).toBeNull()
    await works(await launch('south'))
  })

  it('reuses the name of a killed or stopped worker', long, async () => {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const before = await launch('east')
      await works(before)
      await before.end(signal)
    }
    await works(await launch('east'))
    const client = await databaseClient(server)
    const { rows } = await client.query(`select name from workers where name = 'east'`)
    await client.end()
    expect(rows).toHaveLength(1)
  })

  it(
    'a server whose worker name is in use serves requests, takes no videos and stops immediately',
    long,
    async () => {
      const first = await launch('west')
      await works(first)
      const { DATABASE_URL = '' } = server.env
      const env = { DATABASE_URL, WORKER_JOBS: '1', WORKER_NAME: 'west', WORKER_LOST_SECONDS: '5' }
      const second = await startServer({ dataDir: mkdtempSync(join(tmpdir(), 'vecto-west-')), env })
      await eventually(second.output, text => text.includes('Give each its own WORKER_NAME'))
      expect((await fetch(`${second.url}/parse/health`)).status).toBe(200)
      await second.stop()
      const third = await startServer({
        dataDir: mkdtempSync(join(tmpdir(), 'vecto-west-')),
        env: { ...env, WORKER_LOST_SECONDS: '60' },
      })
      const begun = performance.now()
      await third.stop()
      expect(performance.now() - begun).toBeLessThan(15_000)
      expect(third.output()).not.toMatch(/abort/i)
    },
  )
} else skipOnEmbedded('the embedded database serves one server alone')
