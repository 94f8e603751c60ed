import pg from 'pg'
import { deleteExpired } from '~/server/features/maintenance/retention'
import { readConfig } from '~/server/platform/config/config'
import { connect } from '~/server/platform/database/connection'
import { freshDatabase, startCluster } from '~/tests/support/database/postgres'
import { login } from '~/tests/support/server/api'
import { demoPassword, startServer } from '~/tests/support/server/test-server'
import { objectRef, people, userCount, userUid } from './history-data'
import { companyCount, companyUid } from './list-data'
import { oneByOne, quantile, secondsOf } from './load'
import type { Row } from './report'

const MILLION = 1_000_000
const millions = Number(process.env.GROWTH_MILLIONS ?? 50)
/** Number of days with events. */
const DAYS = 365
const MONTH = 30

/** Inserts a million events, evenly spread over the year, in the form of `history-data.ts`. */
const insertMillionth = (client: pg.Client, nth: number) =>
  client.query(
    `insert into events (uid, event, type, object, user_uid, company_uid, args, created_at, updated_at)
     select 'grow' || lpad(m::text, 16, '0'), (array['create', 'update', 'download'])[1 + m % 3], 'medias',
       'medias/benchmedia' || lpad((m % ${millions * 100_000})::text, 10, '0'),
       'benchuser' || lpad((m % ${userCount})::text, 11, '0'), 'benchcompany' || lpad((m % ${companyCount})::text, 8, '0'),
       '{"changes": {"name": ["Before", "After"]}}', made, made
     from (select m, now() - (m::float8 / ${millions * MILLION}) * interval '${DAYS} days' as made
       from generate_series($1::bigint, $1::bigint + ${MILLION} - 1) m) x`,
    [nth * MILLION],
  )

/** Creates the indexes after the rows: inserting fifty million rows otherwise takes hours. */
const withoutIndexes = async (client: pg.Client, work: () => Promise<void>) => {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
     where tablename = 'events' and indexname not like '%pkey'`,
  )
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  await work()
  await client.query("set maintenance_work_mem = '1GB'")
  for (const { made } of rows) await client.query(made)
}

const insertAll = async (client: pg.Client) => {
  for (const statement of people) await client.query(statement)
  await withoutIndexes(client, async () => {
    for (let nth = 0; nth < millions; nth += 1) await insertMillionth(client, nth)
  })
  await client.query('vacuum analyze')
}

const path = (q: object = {}, more: Readonly<Record<string, string>> = {}) =>
  `/parse/events?${new URLSearchParams({ batch: '10', q: JSON.stringify(q), ...more })}`

const lists: readonly { what: string; path: (n: number) => string; most: number }[] = [
  { what: 'first page, exact count', path: () => path(), most: 5 },
  { what: 'of a company', path: n => path({ company: `companies/${companyUid(n)}` }), most: 5 },
  { what: 'of a record', path: n => path({ object: objectRef(n) }), most: 10 },
  { what: 'of a user', path: n => path({ user: `users/${userUid(n)}` }), most: 10 },
]

/** Removes the oldest month with the server's code, in a separate process. */
const removeMonth = async (DATABASE_URL: string) => {
  const config = readConfig({ DATABASE_URL, RETENTION_EVENTS_DAYS: String(DAYS - MONTH) }, 'bench')
  const connection = await connect(config)
  let removed = 0
  const seconds = await secondsOf(async () => {
    const { database } = connection
    removed = (await deleteExpired({ database, config })).events ?? 0
  })
  await connection.close()
  return { seconds, removed }
}

const settings = { shared_buffers: '1GB', effective_cache_size: '3GB', max_wal_size: '8GB' }

/** Lists of ten from the events of a year, and the removal of the oldest month. */
export async function* growth(): AsyncGenerator<Row> {
  const cluster = await startCluster({ durable: true, settings })
  const DATABASE_URL = await freshDatabase(cluster.adminUrl)
  const server = await startServer({ demo: true, env: { DATABASE_URL } })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  yield {
    what: `${millions},000,000 events inserted`,
    value: await secondsOf(() => insertAll(client)),
    unit: 's',
  }
  const { rows } = await client.query<{ bytes: string }>("select pg_total_relation_size('events') as bytes")
  yield {
    what: 'an event with its indexes',
    value: Number(rows[0]?.bytes) / millions / MILLION,
    unit: 'bytes',
  }
  await client.end()
  const { token } = await login(server.url, 'root@demo.example', demoPassword)
  const subject = { url: server.url, headers: { authorization: `Bearer ${token}` } }
  for (const { what, path: asked, most } of lists) {
    const times = await oneByOne({ ...subject, path: asked })
    yield { what: `${what}, p95`, value: quantile(times, 0.95), unit: 'ms', most }
  }
  const { seconds, removed } = await removeMonth(DATABASE_URL)
  yield { what: `${removed} events of the oldest month removed`, value: seconds, unit: 's' }
  yield { what: 'removed in a second', value: removed / seconds, unit: 'rows' }
  await server.stop()
  await cluster.stop()
}
