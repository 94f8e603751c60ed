import pg from 'pg'
import { freshDatabase, startCluster } from '~/tests/support/database/postgres'
import { login } from '~/tests/support/server/api'
import { demoPassword, startServer } from '~/tests/support/server/test-server'
import { companyUid, insertMillion } from './list-data'
import { median } from './load'
import type { Row } from './report'

const rounds = 5
const statements = 1000
const requests = 200

/** Numbers of frequent words whose counts the changes keep. The first two are words of the names that are written. */
const wordCounts = [0, 10, 100]
const wordOf = (n: number) => ['harbour', 'lake'][n] ?? `word${n}`

const noteWords = async (client: pg.Client, count: number) => {
  await client.query('delete from frequent_words; delete from word_counts')
  for (let n = 0; n < count; n += 1)
    await client.query(`insert into frequent_words (resource, word, ready) values ('medias', $1, true)`, [
      wordOf(n),
    ])
}

const insertOne = {
  name: 'insert',
  text: `insert into medias (uid, name, keywords, company_uid, content_type, checksum, size, status)
    values ($1, $2, $3, $4, 'image/jpeg', 'b64-none', 1, 'completed')`,
}
const renameOne = { name: 'rename', text: 'update medias set name = $2, keywords = $3 where uid = $1' }

/** Milliseconds of each call, one after the other. */
const each = async (count: number, call: (n: number) => Promise<unknown>) => {
  const start = performance.now()
  for (let n = 0; n < count; n += 1) await call(n)
  return (performance.now() - start) / count
}

/** What stored counts of frequent words cost changes of a million medias: in SQL, and in requests to the server. */
export async function* writers(): AsyncGenerator<Row> {
  const cluster = await startCluster({ durable: false, settings: { shared_buffers: '1GB' } })
  const databaseUrl = await freshDatabase(cluster.adminUrl)
  const server = await startServer({ demo: true, env: { DATABASE_URL: databaseUrl } })
  await insertMillion(databaseUrl)
  const root = await login(server.url, 'root@demo.example', demoPassword)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const times = new Map<string, number[]>()
  const note = (what: string, time: number) => times.set(what, [...(times.get(what) ?? []), time])
  for (let round = 0; round < rounds; round += 1)
    for (const count of wordCounts) {
      await noteWords(client, count)
      const uid = (n: number) => `written${round}x${count}x${n}`
      const inserted = await each(statements, n =>
        client.query({
          ...insertOne,
          values: [uid(n), `Harbour ${n}`, ['harbour', String(n)], companyUid(7)],
        }),
      )
      note(`insert, ${count} frequent words`, inserted)
      const renamed = await each(statements, n =>
        client.query({ ...renameOne, values: [uid(n), `Lake ${n}`, ['lake', String(n)]] }),
      )
      note(`rename, ${count} frequent words`, renamed)
      const requested = await each(requests, n =>
        root.patch(`medias/${uid(n)}`, { name: `Harbour ${n} again` }),
      )
      note(`PATCH of a name, ${count} frequent words`, requested)
    }
  for (const [what, values] of times) yield { what, value: median(values), unit: 'ms' }
  await client.end()
  await server.stop()
  await cluster.stop()
}
