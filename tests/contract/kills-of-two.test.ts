import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findFfmpeg, findHaproxy, findPgbouncer } from '~/scripts/system-packages'
import { type Pgbouncer, startPgbouncer } from '../support/database/pgbouncer'
import { type DatabasePair, startDatabasePair } from '../support/database/replication'
import { type Haproxy, startHaproxy } from '../support/network/haproxy'
import { createKillLoad, leftoversOf, workThroughKills } from '../support/process/kill-load'
import { long } from '../support/process/long'
import { needsFfmpeg, needsPgbouncer, needsSite, skipOnEmbedded } from '../support/process/needs'
import { compiled } from '../support/server/compiled-server'
import { newDataFolder } from '../support/server/data-folder'
import { type ServerProcess, startProcess } from '../support/server/server-process'
import { startServer, type TestServer } from '../support/server/test-server'
import { type S3Server, startS3 } from '../support/storage/s3-server'
import { listStore } from '../support/storage/test-store'
import { flatEngine } from '../support/video/video-jobs'

const BOTH = [0, 1] as const
const folders = ['server', 'server', 'worker', 'worker'].map(name => newDataFolder(name))

if (process.env.TEST_DB === 'postgres')
  describe('two servers and two workers, HAProxy, PgBouncer, a bucket, and a database with a standby', () => {
    let databases: DatabasePair
    let pooler: Pgbouncer
    let s3: S3Server
    let proxy: Haproxy
    const servers: TestServer[] = []
    const workers: ServerProcess[] = []
    /** The files that the demo files are copies of. */
    let material: readonly string[] = []

    const envOf = (dataDir = '') => ({ ...servers[0]?.env, DATA_DIR: dataDir })
    const workerEnvs = () => [folders[2], folders[3]].map(folder => ({ ...envOf(folder), WORKER_JOBS: '1' }))
    const startWorker = async (index: number) => {
      const env = workerEnvs()[index] ?? {}
      workers[index] = await startProcess([compiled('worker')], env, `${servers[0]?.url}/parse/health`)
    }
    const targets = () => servers.map(({ url }) => url)

    beforeEach(context => {
      needsFfmpeg(context)
      needsPgbouncer(context)
      needsSite(context, 'haproxy')
    })
    beforeAll(async () => {
      if (!findPgbouncer() || !findFfmpeg() || !findHaproxy()) return
      databases = await startDatabasePair()
      pooler = await startPgbouncer(databases.url)
      s3 = await startS3()
      const env = {
        ...{ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: databases.url, ...s3.settings },
        ...{ SECRET_KEYS: `1:${randomBytes(32).toString('base64url')}`, VECTO_ENGINE: flatEngine },
        ...{ WORKER_LOST_SECONDS: '5', JOB_LOSSES: '100', TRUST_PROXY: '127.0.0.1' },
      }
      for (const index of BOTH)
        servers.push(await startServer({ demo: true, worker: false, dataDir: folders[index], env }))
      material = await listStore({ env: envOf() })
      for (const index of BOTH) await startWorker(index)
      proxy = await startHaproxy(targets())
    })
    afterAll(async () => {
      await Promise.all(workers.map(worker => worker.end('SIGTERM')))
      await Promise.all(servers.map(server => server.stop()))
      await proxy?.stop()
      await s3?.stop()
      await pooler?.stop()
      await databases?.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    })

    const killServer = async (index: number) => {
      await servers[index]?.kill9()
      await servers[index]?.restart()
    }
    const killWorker = async (index: number) => {
      await workers[index]?.end('SIGKILL')
      await startWorker(index)
    }
    const kills = {
      'one server': () => killServer(0),
      'other server': () => killServer(1),
      'one worker': () => killWorker(0),
      'other worker': () => killWorker(1),
      HAProxy: async () => {
        await proxy.stop()
        proxy = await startHaproxy(targets(), Number(new URL(proxy.url).port))
      },
      PgBouncer: () => pooler.restart(),
      bucket: () => s3.restart(),
      primary: () => databases.failOver(),
      standby: () => databases.killStandby(),
    }

    it('random kills in a redundant installation lose no acknowledged write; each job completes once', {
      ...long,
      timeout: 1_800_000,
    }, async () => {
      const output = () => servers.map(server => server.output()).join('\n')
      await workThroughKills(createKillLoad(proxy.url, output), kills)
      await Promise.all(
        [...workers, ...servers.map(server => ({ end: server.stop }))].map(each => each.end('SIGTERM')),
      )
      const left = await leftoversOf([envOf(), ...workerEnvs()], material)
      expect(left).toEqual({ files: [], missing: [], twice: [], work: [] })
    })
  })
else skipOnEmbedded('the embedded database serves one server alone')
