import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase, startCluster } from '~/tests/support/database/postgres'
import { ask } from '~/tests/support/database/replication'
import { type Api, login } from '~/tests/support/server/api'
import { watch } from '~/tests/support/server/live-stream-client'
import { demoPassword, startServer, type TestServer } from '~/tests/support/server/test-server'
import { mediaOf, upload } from '~/tests/support/storage/tus-uploads'
import { sphereFilm } from '~/tests/support/video/films'
import { jpegFile } from '~/tests/support/video/media-files'
import { sendVideo, vectoEnded, vectoForm, videoReady } from '~/tests/support/video/video-jobs'
import { residentMb } from './memory'
import type { Row } from './report'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 60)
const CONNECTIONS = 20
/** Think time of each connection between two requests, in milliseconds. */
const REST = 500
const SAMPLE = 5000
/** Maximum ratio of the last quarter to the first. */
const GROWTH = 1.1

type Uid = { uid: string }
type Session = { readonly api: Api; readonly company: string }

const signIn = async ({ url }: TestServer): Promise<Session> => {
  const caller = await login(url, 'admin@demo.example', demoPassword)
  const { body } = await caller.get<{ company: { ref: string } }>('users/me')
  return { api: caller, company: body.company.ref }
}

/** Requests that each connection cycles through. @returns the status */
const requests: readonly ((session: Session, n: number) => Promise<number>)[] = [
  async ({ api }) => (await api.get('medias?batch=10&fsort=createdAt&osort=desc')).status,
  async ({ api }) => (await api.get('videos?batch=10')).status,
  async ({ api }) => (await api.get('users?batch=25&fsort=lastname&osort=asc')).status,
  async ({ api }) =>
    (await api.get(`medias?batch=10&q=${encodeURIComponent('{"name":{"begins":"a"}}')}`)).status,
  async ({ api, company }) => (await api.get(company)).status,
  async ({ api, company }, n) => {
    const made = await api.post<Uid>(`${company}/groups`, { name: `Soak ${n} ${Math.random()}` })
    const changed = await api.patch(`${company}/groups/${made.body.uid}`, { name: `Soaked ${Math.random()}` })
    const gone = await api.del(`${company}/groups/${made.body.uid}`)
    return Math.max(made.status, changed.status, gone.status)
  },
]

/** Repeats work while `goesOn` returns true. @returns `ended`, which resolves at the end, and the count */
const again = (work: (n: number) => Promise<unknown>, rest: number, goesOn: () => boolean) => {
  let count = 0
  const doing = async () => {
    for (; goesOn(); count += 1) {
      await work(count)
      await sleep(rest)
    }
  }
  const ended = doing()
  return { ended, count: () => count }
}

/** Runs requests, streams, uploads and jobs while `goesOn` returns true. */
const startLoad = async (server: TestServer, goesOn: () => boolean) => {
  const statuses: Record<number, number> = {}
  const connection = async () => {
    const session = await signIn(server)
    return again(
      async n => {
        const status = (await requests[n % requests.length]?.(session, n)) ?? 0
        statuses[status] = (statuses[status] ?? 0) + 1
      },
      REST,
      goesOn,
    )
  }
  const connections: Awaited<ReturnType<typeof connection>>[] = []
  // Sequential: concurrent sign-ins to one account would exceed the rate limit.
  for (let count = 0; count < CONNECTIONS; count += 1) connections.push(await connection())
  const { api } = await signIn(server)
  const picture = await jpegFile()
  const uploads = again(
    async n => {
      const bytes = Buffer.concat([picture.bytes, Buffer.alloc(2 ** 20, n)])
      const file = await upload(server.url, api, { ...picture, bytes })
      const { body } = await api.post<Uid>('medias', mediaOf(file, { name: `Soak ${n}` }))
      await api.del(`medias/${body.uid}`)
    },
    10_000,
    goesOn,
  )
  const jobs = again(
    async n => {
      const { uid } = await sendVideo(server.url, api, sphereFilm({ seconds: 2 }))
      await videoReady(api, uid, 300)
      const vecto = await api.post<Uid>('videos3d', vectoForm(uid, { name: `Soak ${n}` }))
      await vectoEnded(api, uid, vecto.body.uid, 300)
      await api.del(`videos360/${uid}`)
    },
    5000,
    goesOn,
  )
  const streams = again(
    async () => {
      const stream = await watch(server.url, api)
      await sleep(20_000)
      stream.leave()
      await stream.ended
    },
    0,
    goesOn,
  )
  const all = [...connections, uploads, jobs, streams]
  return { statuses, uploads, jobs, streams, ended: Promise.all(all.map(({ ended }) => ended)) }
}

type Sample = Readonly<Record<keyof typeof units, number>>
const units = { memory: 'MB', handles: '', connections: '' }

const sampleOf = async (pid: number, DATABASE_URL: string): Promise<Sample> => {
  const sessions = `select count(*)::int as count from pg_stat_activity where datname = current_database()`
  const [row] = await ask<{ count: number }>(DATABASE_URL, sessions)
  return {
    memory: residentMb(pid),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    // Without the connection of this query.
    connections: (row?.count ?? 1) - 1,
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** An hour of load on one server with PostgreSQL: resources in the last quarter, compared with the first. */
export async function* soak(): AsyncGenerator<Row> {
  const cluster = await startCluster({ durable: true })
  const DATABASE_URL = await freshDatabase(cluster.adminUrl)
  const server = await startServer({ demo: true, worker: true, env: { DATABASE_URL } })
  const end = Date.now() + MINUTES * 60_000
  const load = await startLoad(server, () => Date.now() < end)
  const samples: Sample[] = []
  while (Date.now() < end) {
    samples.push(await sampleOf(server.pid(), DATABASE_URL))
    await sleep(SAMPLE)
  }
  await load.ended
  const quarter = Math.floor(samples.length / 4)
  for (const name of ['memory', 'handles', 'connections'] as const) {
    const [first, last] = [samples.slice(0, quarter), samples.slice(-quarter)].map(part =>
      mean(part.map(sample => sample[name])),
    )
    const unit = units[name]
    yield { what: `${name}, first quarter of ${MINUTES} min`, value: first ?? Number.NaN, unit }
    yield { what: `${name}, last quarter`, value: last ?? Number.NaN, unit, most: (first ?? 0) * GROWTH }
  }
  const answered = Object.values(load.statuses).reduce((sum, count) => sum + count, 0)
  yield { what: 'requests answered', value: answered, unit: '' }
  const failed = Object.entries(load.statuses).filter(([status]) => Number(status) >= 400)
  yield { what: 'of them with an error', value: failed.reduce((sum, [, n]) => sum + n, 0), unit: '', most: 0 }
  for (const name of ['uploads', 'jobs', 'streams'] as const)
    yield { what: name, value: load[name].count(), unit: '', least: 1 }
  await server.stop()
  await cluster.stop()
}
