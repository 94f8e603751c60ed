import { freshDatabase, startCluster } from '~/tests/support/database/postgres'
import { login } from '~/tests/support/server/api'
import { demoPassword, startServer } from '~/tests/support/server/test-server'
import { insertHistories, objectRef, rowCount, userUid } from './history-data'
import { companyUid } from './list-data'
import { oneByOne, quantile } from './load'
import type { Row } from './report'

const path = (resource: string, q: object = {}, more: Readonly<Record<string, string>> = {}) =>
  `/parse/${resource}?${new URLSearchParams({ batch: '10', q: JSON.stringify(q), ...more })}`

const company = (n: number) => ({ company: `companies/${companyUid(n)}` })
const user = (n: number) => ({ user: `users/${userUid(n)}` })
const at = (offset: number, n: number) => ({ offset: String(offset + (n % 2000) * 10) })

/** p95 in milliseconds over one connection; targets from docs/architecture.md. */
const latencies: readonly { what: string; path: (n: number) => string; most: number }[] = [
  { what: 'sessions, first page', path: () => path('sessions'), most: 5 },
  { what: 'sessions of a company', path: n => path('sessions', company(n)), most: 5 },
  { what: 'sessions of a user', path: n => path('sessions', user(n)), most: 10 },
  {
    what: 'sessions by duration',
    path: () => path('sessions', {}, { fsort: 'duration', osort: 'desc' }),
    most: 10,
  },
  { what: 'sessions, offset 500,000', path: n => path('sessions', {}, at(500_000, n)), most: 50 },
  { what: 'events, first page', path: () => path('events'), most: 5 },
  { what: 'events of a company', path: n => path('events', company(n)), most: 5 },
  { what: 'events of a record', path: n => path('events', { object: objectRef(n) }), most: 10 },
  { what: 'events of a user', path: n => path('events', user(n)), most: 10 },
  { what: 'events, offset 900,000', path: n => path('events', {}, at(900_000, n)), most: 50 },
]

const settings = { shared_buffers: '1GB', effective_cache_size: '3GB', max_wal_size: '4GB' }

/** Lists of 10 from a million sessions and a million events of 200 companies, requested by root, on PostgreSQL. */
export async function* histories(): AsyncGenerator<Row> {
  const cluster = await startCluster({ durable: true, settings })
  const databaseUrl = await freshDatabase(cluster.adminUrl)
  const server = await startServer({ demo: true, env: { DATABASE_URL: databaseUrl } })
  const start = performance.now()
  await insertHistories(databaseUrl)
  yield { what: `2 × ${rowCount} rows inserted`, value: (performance.now() - start) / 1000, unit: 's' }
  const { token } = await login(server.url, 'root@demo.example', demoPassword)
  const subject = { url: server.url, headers: { authorization: `Bearer ${token}`, 'x-client-id': 'bench' } }
  for (const { what, path: asked, most } of latencies) {
    const times = await oneByOne({ ...subject, path: asked })
    yield { what: `${what}, p50`, value: quantile(times, 0.5), unit: 'ms' }
    yield { what: `${what}, p95`, value: quantile(times, 0.95), unit: 'ms', most }
  }
  await server.stop()
  await cluster.stop()
}
