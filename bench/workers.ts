import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '~/tests/support/database/postgres'
import { login } from '~/tests/support/server/api'
import { compiled } from '~/tests/support/server/compiled-server'
import { freePort } from '~/tests/support/server/free-port'
import { startProcess } from '~/tests/support/server/server-process'
import { demoPassword, startServer, type TestServer } from '~/tests/support/server/test-server'
import { sphereFilm } from '~/tests/support/video/films'
import { sendVideo, type Vecto, vectoEnded, vectoForm, videoReady } from '~/tests/support/video/video-jobs'
import { bareMaking, part } from './bare-making'
import { secondsOf } from './load'
import type { Row } from './report'

const counts = [1, 2, 4] as const
/** 3D videos of each round. */
const JOBS = 8
const HOUR = 3600

const startWorkers = (server: TestServer, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const METRICS_PORT = String(await freePort())
      const env = { ...server.env, WORKER_JOBS: '1', METRICS_PORT }
      return startProcess([compiled('worker')], env, `http://127.0.0.1:${METRICS_PORT}`)
    }),
  )

/** 1, 2 and 4 workers on one queue, compared with the same programs in sequence. */
export async function* workers(): AsyncGenerator<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'vecto-workers-'))
  const cluster = await startCluster({ durable: true })
  process.env.TEST_POSTGRES_URL = cluster.adminUrl
  const server = await startServer({ demo: true, database: 'postgres', worker: false })
  const admin = await login(server.url, 'admin@demo.example', demoPassword)
  const film = sphereFilm({ seconds: 6, width: 1920, height: 960 })
  const [preparing] = await startWorkers(server, 1)
  const { uid: video } = await sendVideo(server.url, admin, film)
  await videoReady(admin, video, 120)
  await preparing?.end('SIGTERM')

  const bare = await bareMaking(folder, film)
  const alone = await secondsOf(async () => {
    for (let n = 0; n < JOBS; n += 1) await bare.make()
  })
  yield { what: 'the programs alone, one after the other', value: (JOBS / alone) * HOUR, unit: 'jobs/h' }

  const makeAll = async () => {
    const asked = Array.from({ length: JOBS }, () => admin.post<Vecto>('videos3d', vectoForm(video, part)))
    const uids = (await Promise.all(asked)).map(({ body }) => body.uid)
    const made = await Promise.all(uids.map(uid => vectoEnded(admin, video, uid, 900)))
    const failed = made.find(({ status }) => status !== 'completed')
    if (failed) throw new Error(`A 3D video failed: ${failed.reason}`)
    return uids.length
  }
  for (const count of counts) {
    const running = await startWorkers(server, count)
    const seconds = await secondsOf(makeAll)
    await Promise.all(running.map(worker => worker.end('SIGTERM')))
    yield { what: `${count} worker${count > 1 ? 's' : ''}`, value: (JOBS / seconds) * HOUR, unit: 'jobs/h' }
  }
  await server.stop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
