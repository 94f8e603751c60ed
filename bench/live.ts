import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '~/tests/support/database/postgres'
import { type Api, api, login } from '~/tests/support/server/api'
import { watch } from '~/tests/support/server/live-stream-client'
import { demoPassword, startServer, type TestServer } from '~/tests/support/server/test-server'
import { quantile } from './load'
import type { Row } from './report'

const ROUNDS = 40

const enter = (server: TestServer) => login(server.url, 'root@demo.example', demoPassword)

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Polls every 2 ms, so that the wait adds little to the measured time. */
const once = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await sleep(2)
}

const rows = (what: string, times: readonly number[]): Row[] =>
  ([0.5, 0.95] as const).map(share => ({
    what: `${what}, p${share * 100}`,
    value: quantile(times, share),
    unit: 'ms',
    most: 1000,
  }))

/** Milliseconds from the response to a change at one server to its event at the other. */
const hearing = async (one: TestServer, other: TestServer) => {
  const root = await enter(one)
  const stream = await watch(other.url, root)
  const { uid } = (await root.get<{ uid: string }>('users/me')).body
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const heard = stream.heard.length
    await root.patch(`users/${uid}`, { firstname: `Ada ${round}` })
    times.push(await timed(() => once(() => stream.heard.length > heard)))
    await sleep(20)
  }
  stream.leave()
  return times
}

type End = (session: Api) => Promise<unknown>

/** Milliseconds from the end of a session at one server to its 401, and to the end of its stream, at the other. */
const ending = async (one: TestServer, other: TestServer, end: End) => {
  const [refused, cut]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const session = await enter(one)
    const there = api(other.url, session.token)
    await there.get('users/me')
    const stream = await watch(other.url, session)
    await end(session)
    const [api401, ended] = await Promise.all([
      timed(() => once(async () => (await there.get('users/me')).status === 401)),
      timed(() => stream.ended),
    ])
    refused.push(api401)
    cut.push(ended)
  }
  return { refused, cut }
}

/** Two servers on one PostgreSQL: latency of events between them. */
export async function* live(): AsyncGenerator<Row> {
  const cluster = await startCluster({ durable: true })
  process.env.TEST_POSTGRES_URL = cluster.adminUrl
  const one = await startServer({ demo: true, database: 'postgres' })
  const { DATABASE_URL = '' } = one.env
  const other = await startServer({ database: 'postgres', dataDir: one.dataDir, env: { DATABASE_URL } })
  try {
    yield* rows('a change, heard at the other server', await hearing(one, other))
    const { refused, cut } = await ending(one, other, session => session.post('logout'))
    yield* rows('a session signed out, refused at the other server', refused)
    yield* rows('a session signed out, its stream ended there', cut)
  } finally {
    await other.stop()
    await one.stop()
    await cluster.stop()
  }
}
