import { freshDatabase, startCluster } from '~/tests/support/database/postgres'
import { startHaproxy } from '~/tests/support/network/haproxy'
import { eventually } from '~/tests/support/process/eventually'
import { type Api, api, login } from '~/tests/support/server/api'
import { listAll } from '~/tests/support/server/demo-world'
import { startSmtp } from '~/tests/support/server/smtp-server'
import { demoPassword, startServer, type TestServer } from '~/tests/support/server/test-server'
import { cpuSeconds } from './cpu'
import { insertMillion } from './list-data'
import { oneByOne, perSecond, quantile } from './load'
import type { Row } from './report'

const counts = [1, 2, 4] as const
const SECONDS = 10
/** Number of cores for which the limit is computed. */
const CORES = 16
/** Number of companies and of invitations that are created concurrently. */
const WRITTEN = 60

type Cluster = Awaited<ReturnType<typeof startCluster>>
type Smtp = Awaited<ReturnType<typeof startSmtp>>

const path = () => '/parse/medias?batch=10&fsort=createdAt&osort=desc'

async function* requestRows(
  title: string,
  servers: readonly TestServer[],
  cluster: Cluster,
  token: string,
): AsyncGenerator<Row> {
  const proxy = await startHaproxy(servers.map(({ url }) => url))
  const requests = { url: proxy.url, path, headers: { authorization: `Bearer ${token}` } }
  const parts = {
    servers: servers.map(server => server.pid()),
    proxy: [proxy.pid],
    database: [cluster.pid()],
  }
  const before = Object.values(parts).map(cpuSeconds)
  const rate = await perSecond(requests, SECONDS)
  // Includes the warm-up of one second.
  const answered = rate * (SECONDS + 1)
  const spent = Object.values(parts).map((pids, at) => (cpuSeconds(pids) - (before[at] ?? 0)) / answered)
  const times = await oneByOne(requests)
  await proxy.stop()
  yield { what: `${title}: first page of a list, 20 connections`, value: rate, unit: 'req/s' }
  yield { what: `${title}: p95 over one connection`, value: quantile(times, 0.95), unit: 'ms' }
  for (const [at, name] of Object.keys(parts).entries())
    yield { what: `${title}: CPU of a request, ${name}`, value: (spent[at] ?? 0) * 1000, unit: 'ms' }
  const total = spent.reduce((sum, one) => sum + one, 0)
  yield { what: `${title}: computed for ${CORES} cores, all used`, value: CORES / total, unit: 'req/s' }
}

/** Creates companies and invitations at all servers concurrently. */
async function* writtenRows(
  title: string,
  servers: readonly TestServer[],
  root: Api,
  smtp: Smtp,
): AsyncGenerator<Row> {
  const callers = servers.map(({ url }) => api(url, root.token))
  const [company] = await listAll(root, 'companies')
  const countOf = async () =>
    (await root.get<{ meta: { count: number } }>('companies?batch=1')).body.meta.count
  const [companies, mails] = [await countOf(), smtp.messages.length]
  const answers = await Promise.all(
    Array.from({ length: WRITTEN }, async (_, n) => {
      const caller = callers[n % callers.length] ?? root
      const made = await caller.post('companies', { name: `${title} ${n}` })
      const email = `bench-${servers.length}-${n}@example.com`
      const invited = await caller.post('user-invite', {
        ...{ email, role: 'viewer', company: { ref: `companies/${company?.uid}` } },
      })
      return [made.status, invited.status]
    }),
  )
  const failed = answers.flat().filter(status => status >= 300).length
  yield { what: `${title}: writes that failed`, value: failed, unit: '', most: 0 }
  const made = (await countOf()) - companies
  yield {
    what: `${title}: companies more in the list's count`,
    value: made,
    unit: '',
    most: WRITTEN,
    least: WRITTEN,
  }
  await eventually(
    () => smtp.messages.length - mails,
    sent => sent >= WRITTEN,
  )
  const own = smtp.messages.filter(({ to }) => to[0]?.startsWith(`bench-${servers.length}-`))
  const receivers = new Set(own.flatMap(({ to }) => to))
  yield { what: `${title}: e-mails received`, value: own.length, unit: '', most: WRITTEN, least: WRITTEN }
  yield { what: `${title}: people who received one`, value: receivers.size, unit: '', least: WRITTEN }
}

/** Servers behind a proxy on one PostgreSQL. On few cores throughput cannot grow: the CPU per request counts. */
export async function* instances(): AsyncGenerator<Row> {
  const cluster = await startCluster({ durable: true, settings: { shared_buffers: '1GB' } })
  const smtp = await startSmtp()
  const DATABASE_URL = await freshDatabase(cluster.adminUrl)
  const env = { DATABASE_URL, SMTP_URL: smtp.url(), MAILS_PER_HOUR: '5000' }
  const first = await startServer({ demo: true, env })
  await insertMillion(DATABASE_URL)
  const servers = [first]
  const root = await login(first.url, 'root@demo.example', demoPassword)
  for (const count of counts) {
    while (servers.length < count) servers.push(await startServer({ dataDir: first.dataDir, env }))
    const title = `${count} server${count > 1 ? 's' : ''}`
    yield* requestRows(title, servers, cluster, root.token ?? '')
    yield* writtenRows(title, servers, root, smtp)
  }
  for (const server of servers.toReversed()) await server.stop()
  await smtp.close()
  await cluster.stop()
}
