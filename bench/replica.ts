import { freshDatabase, startCluster } from '~/tests/support/database/postgres'
import { ask, onHost } from '~/tests/support/database/replication'
import { eventually } from '~/tests/support/process/eventually'
import { login } from '~/tests/support/server/api'
import { demoPassword, startServer } from '~/tests/support/server/test-server'
import { cpuSeconds } from './cpu'
import { insertMillion, mediaCount } from './list-data'
import { oneByOne, perSecond, quantile } from './load'
import type { Row } from './report'

const SECONDS = 10
const settings = { shared_buffers: '512MB', effective_cache_size: '1GB', max_wal_size: '4GB' }

type Cluster = Awaited<ReturnType<typeof startCluster>>

const begins = ['har', 'vine', 'roof', 'gal']
const path = (more: Readonly<Record<string, string>>) =>
  `/parse/medias?${new URLSearchParams({ batch: '10', fsort: 'createdAt', osort: 'desc', ...more })}`

const lists: readonly { what: string; path: (n: number) => string }[] = [
  { what: 'first page', path: () => path({}) },
  {
    what: 'begins with, 16,700 found',
    path: n => path({ q: JSON.stringify({ name: { begins: begins[n % begins.length] } }) }),
  },
  { what: 'offset 400,000', path: n => path({ offset: String(400_000 + (n % 2000) * 10) }) },
]

type Place = { readonly title: string; readonly env: Readonly<Record<string, string>> }

async function* rowsAt({ title, env }: Place, primary: Cluster, standby: Cluster): AsyncGenerator<Row> {
  const server = await startServer({ demo: true, env })
  const { token } = await login(server.url, 'root@demo.example', demoPassword)
  const headers = { authorization: `Bearer ${token}`, 'x-client-id': 'bench' }
  for (const { what, path } of lists) {
    const requests = { url: server.url, headers, path }
    const times = await oneByOne(requests)
    const clusters = { primary: [primary.pid()], standby: [standby.pid()] }
    const before = Object.values(clusters).map(cpuSeconds)
    const rate = await perSecond(requests, SECONDS)
    // Includes the warm-up of one second.
    const answered = rate * (SECONDS + 1)
    yield { what: `${title}: ${what}, p95 over one connection`, value: quantile(times, 0.95), unit: 'ms' }
    yield { what: `${title}: ${what}, 20 connections`, value: rate, unit: 'req/s' }
    for (const [at, [name, pids]] of Object.entries(clusters).entries())
      yield {
        what: `${title}: ${what}, CPU of the ${name}`,
        value: ((cpuSeconds(pids) - (before[at] ?? 0)) / answered) * 1000,
        unit: 'ms/req',
      }
  }
  await server.stop()
}

/** Lists from a million medias, read from the primary and from a standby on the same machine. */
export async function* replica(): AsyncGenerator<Row> {
  const primary = await startCluster({ durable: true, settings })
  const standby = await startCluster({ durable: true, settings, standbyOf: primary.adminUrl })
  const url = await freshDatabase(primary.adminUrl)
  const readUrl = onHost(url, standby.adminUrl)
  await (await startServer({ demo: true, env: { DATABASE_URL: url } })).stop()
  await insertMillion(url)
  await ask(url, 'checkpoint')
  await eventually(
    () => ask<{ n: string }>(readUrl, 'select count(*) as n from medias'),
    ([row]) => Number(row?.n) >= mediaCount,
    600,
  )
  yield* rowsAt({ title: 'primary', env: { DATABASE_URL: url } }, primary, standby)
  yield* rowsAt(
    { title: 'standby', env: { DATABASE_URL: url, DATABASE_READ_URL: readUrl } },
    primary,
    standby,
  )
  await standby.stop()
  await primary.stop()
}
