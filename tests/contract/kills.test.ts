import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKillLoad, leftoversOf, workThroughKills } from '../support/process/kill-load'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { livingIn } from '../support/process/process-groups'
import { compiled } from '../support/server/compiled-server'
import { type ServerProcess, startProcess } from '../support/server/server-process'
import { startServer, type TestServer } from '../support/server/test-server'
import { listStore } from '../support/storage/test-store'
import { flatEngine } from '../support/video/video-jobs'

const isPostgres = process.env.TEST_DB === 'postgres'

let dataDir = ''
let server: TestServer
let worker: ServerProcess | undefined
/** The files that the demo files are copies of. */
let material: readonly string[] = []

// A separate worker requires PostgreSQL; with the embedded database the jobs run in the server.
const startWorker = async () => {
  if (!isPostgres) return
  const env = { ...server.env, WORKER_JOBS: '1' }
  worker = await startProcess([compiled('worker')], env, `${server.url}/parse/health`)
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vecto-kills-'))
  const env = { VECTO_ENGINE: flatEngine, WORKER_LOST_SECONDS: '5', JOB_LOSSES: '100' }
  server = await startServer({ demo: true, worker: !isPostgres, dataDir, env })
  material = await listStore(server)
  await startWorker()
})
afterAll(async () => {
  await worker?.end('SIGTERM')
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(context => needsFfmpeg(context))

/** Kills the process of the embedded database, or all connections of PostgreSQL like a restart. */
const killDatabase = async () => {
  if (isPostgres) {
    const pool = new Pool({ connectionString: server.env.DATABASE_URL, max: 1 })
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await pool.end()
  } else {
    const isEmbedded = (pid: number) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(compiled('database'))
    const database = livingIn(server.pid()).find(isEmbedded)
    if (database === undefined) throw new Error('The embedded database has no process')
    process.kill(database, 'SIGKILL')
    // The server exits without its database.
    await once(server.process(), 'exit')
    await server.restart()
  }
}

const killServer = async () => {
  await server.kill9()
  await server.restart()
}

const killWorker = async () => {
  await worker?.end('SIGKILL')
  await startWorker()
}

describe('random kills of servers, workers and the database', () => {
  it('random kills lose no acknowledged write; each job completes and is charged once', {
    ...long,
    timeout: 1_800_000,
  }, async () => {
    await workThroughKills(
      createKillLoad(server.url, () => server.output()),
      { server: killServer, database: killDatabase, ...(isPostgres && { worker: killWorker }) },
    )
    await worker?.end('SIGTERM')
    await server.stop()
    const left = await leftoversOf([server.env], material)
    expect(left).toEqual({ files: [], missing: [], twice: [], work: [] })
  })
})
