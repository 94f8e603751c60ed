import { freshDatabase, startCluster } from '~/tests/support/database/postgres'
import { login } from '~/tests/support/server/api'
import { freePort } from '~/tests/support/server/free-port'
import { startProcess } from '~/tests/support/server/server-process'
import { demoPassword, startServer } from '~/tests/support/server/test-server'
import { companyUid, insertMillion, mediaCount } from './list-data'
import { oneByOne, perSecond, quantile } from './load'
import type { Row } from './report'

const prefixes = ['har', 'vine', 'roof', 'gal', 'lake', 'tram', 'boar', 'isl']
/** Prefix of a word in one of 60 names: matches 16,700 medias. */
const common = (n: number) => prefixes[n % prefixes.length] ?? 'har'
/** Prefix of the number at the end of names: matches 550 medias. */
const rare = (n: number) => String(1000 + (n % 900))

const path = (parameters: Readonly<Record<string, string | number>>, q?: unknown) => {
  const search = new URLSearchParams({ batch: '10', fsort: 'createdAt', osort: 'desc' })
  for (const [name, value] of Object.entries(parameters)) search.set(name, String(value))
  if (q) search.set('q', JSON.stringify(q))
  return `/parse/medias?${search}`
}

const firstPage = () => path({})
const byCompany = (n: number) => path({}, { company: `companies/${companyUid(n)}` })
const byCommon = (n: number) => path({}, { name: { begins: common(n) } })
const byRare = (n: number) => path({}, { name: { begins: rare(n) } })
/** The next page at each request, wrapping around before the end. */
const deep = (offset: number, n: number) => offset + (n % 2000) * 10
const at = (offset: number) => (n: number) => path({ offset: deep(offset, n) })

/** p95 in milliseconds over one connection; targets from docs/architecture.md. */
const latencies: readonly { what: string; path: (n: number) => string; most: number }[] = [
  { what: 'first page, exact count', path: firstPage, most: 5 },
  { what: 'by company', path: byCompany, most: 5 },
  { what: 'by status', path: n => path({}, { status: n % 2 ? 'completed' : 'pending' }), most: 5 },
  { what: 'name begins with, 550 found', path: byRare, most: 10 },
  { what: 'name begins with, 16,700 found', path: byCommon, most: 10 },
  { what: 'offset 500,000', path: at(500_000), most: 50 },
  { what: 'offset 900,000', path: at(900_000), most: 50 },
  { what: 'sorted by name', path: () => path({ fsort: 'name', osort: 'asc' }), most: 10 },
  { what: 'sorted by the name of the company', path: () => path({ fsort: 'company' }), most: 200 },
]

type Throughput = {
  readonly what: string
  readonly path: (n: number) => string
  readonly bare: (n: number) => string
  /** Share of the requests per second of the server that counts nothing. */
  readonly least: number
}

/** The same query to the real server and to the bare ones. */
const throughputs: readonly Throughput[] = [
  { what: 'first page', path: firstPage, bare: () => '/medias', least: 0.5 },
  { what: 'one company', path: byCompany, bare: n => `/medias?company=${companyUid(n)}`, least: 0.4 },
  { what: 'offset 900,000', path: at(900_000), bare: n => `/medias?offset=${deep(900_000, n)}`, least: 0.3 },
  { what: 'begins with, 550 found', path: byRare, bare: n => `/medias?prefix=${rare(n)}`, least: 0.3 },
  { what: 'begins with, 16,700 found', path: byCommon, bare: n => `/medias?prefix=${common(n)}`, least: 0.1 },
]

const startBare = async (databaseUrl: string, counting: boolean) => {
  const port = await freePort()
  const env = { DATABASE_URL: databaseUrl, PORT: String(port), COUNTING: counting ? '1' : '0' }
  const url = `http://127.0.0.1:${port}`
  const server = await startProcess(['--import', 'tsx', 'bench/bare-list-server.ts'], env, `${url}/health`)
  return { url, stop: () => server.end('SIGTERM') }
}

type Subject = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

async function* latencyRows(subject: Subject): AsyncGenerator<Row> {
  for (const { what, path, most } of latencies) {
    const times = await oneByOne({ ...subject, path })
    yield { what: `${what}, p95`, value: quantile(times, 0.95), unit: 'ms', most }
  }
}

async function* throughputRows(subject: Subject, databaseUrl: string): AsyncGenerator<Row> {
  const bare = { counting: await startBare(databaseUrl, true), plain: await startBare(databaseUrl, false) }
  for (const { what, path, bare: barePath, least } of throughputs) {
    const ours = await perSecond({ ...subject, path })
    const counting = await perSecond({ url: bare.counting.url, path: barePath })
    const plain = await perSecond({ url: bare.plain.url, path: barePath })
    yield { what: `${what}, 20 connections`, value: ours, unit: 'req/s' }
    yield { what: `${what}, bare server with count(*)`, value: counting, unit: 'req/s' }
    yield { what: `${what}, bare server counting nothing`, value: plain, unit: 'req/s' }
    yield { what: `${what}, share of the server counting nothing`, value: ours / plain, unit: '', least }
  }
  await bare.counting.stop()
  await bare.plain.stop()
}

/** A quarter of the memory of a small machine, as PostgreSQL's manual recommends. */
const settings = { shared_buffers: '1GB', effective_cache_size: '3GB', max_wal_size: '4GB' }

/** Lists of 10 from a million medias of 200 companies, requested by root, on PostgreSQL with default settings. */
export async function* lists(): AsyncGenerator<Row> {
  const cluster = await startCluster({ durable: true, settings })
  const databaseUrl = await freshDatabase(cluster.adminUrl)
  const server = await startServer({ demo: true, env: { DATABASE_URL: databaseUrl } })
  const start = performance.now()
  await insertMillion(databaseUrl)
  yield { what: `${mediaCount} medias inserted`, value: (performance.now() - start) / 1000, unit: 's' }
  const { token } = await login(server.url, 'root@demo.example', demoPassword)
  const subject = { url: server.url, headers: { authorization: `Bearer ${token}`, 'x-client-id': 'bench' } }
  yield* latencyRows(subject)
  yield* throughputRows(subject, databaseUrl)
  await server.stop()
  await cluster.stop()
}
