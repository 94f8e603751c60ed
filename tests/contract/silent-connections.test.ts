import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { type Connection, connect } from '~/server/platform/database/connection'
import { type Change, createChanges } from '~/server/platform/realtime/changes'
import { testDatabase } from '../support/database/database'
import { startReplication } from '../support/database/replication'
import { startTcpProxy } from '../support/network/tcp-proxy'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { skipOnEmbedded } from '../support/process/needs'

/** Shorter than the 15 s and 5 s of a server. */
const times = { every: 300, within: 600 }

const connectTo = (DATABASE_URL: string) => connect(readConfig({ DATABASE_URL }, 'test'))

const listening = async (connection: Connection) => {
  const changes = await createChanges(connection, pino({ level: 'silent' }), { times })
  const heard: string[] = []
  let gaps = 0
  changes.onChange(({ id }) => heard.push(id))
  changes.onGap(() => {
    gaps += 1
  })
  const publish = (to: Connection, id: string) => {
    const owned = { user: null, company: null, published: false, role: null }
    const change: Change = { resource: 'companies', id, op: 'update', owned }
    return to.database.transaction(tx => changes.publish(tx, change))
  }
  return { heard, gaps: () => gaps, publish, close: changes.close }
}

if (process.env.TEST_DB === 'postgres') {
  it('replaces a silent LISTEN connection and all others, and reports the gap', long, async () => {
    const { DATABASE_URL = '' } = (await testDatabase()).env
    const proxy = await startTcpProxy(DATABASE_URL)
    const [connection, other] = [await connectTo(proxy.url), await connectTo(DATABASE_URL)]
    const { heard, gaps, publish, close } = await listening(connection)
    await publish(other, 'before')
    await sleep(times.every * 5)
    expect([heard, gaps()]).toEqual([['before'], 0])
    const { database } = connection
    const ask = () => Promise.all([1, 2, 3].map(() => database.run(sql`select pg_sleep(0.1)`)))
    await ask()
    proxy.stall()
    await publish(other, 'lost')
    await eventually(gaps, count => count === 1, 5)
    // The silent connections of statements were replaced too.
    expect(await Promise.race([ask(), sleep(5000, 'waits')])).toEqual([1, 1, 1])
    await publish(other, 'after')
    await eventually(
      () => heard,
      ids => ids.includes('after'),
      5,
    )
    expect(heard).toEqual(['before', 'after'])
    await close()
    await Promise.all([connection.close(), other.close()])
    proxy.stop()
  })

  it('leaves a silent primary for the promoted standby, and ends waiting statements', long, async () => {
    const databases = await startReplication()
    const { primaryUrl, standbyUrl } = databases
    const [one, two] = [await startTcpProxy(primaryUrl), await startTcpProxy(standbyUrl)]
    const { host } = new URL(two.url)
    const connection = await connectTo(one.url.replace('/test', `,${host}/test`))
    const { gaps, close } = await listening(connection)
    const { database } = connection
    await database.run(sql`create table kept (n int)`)
    const waiting = database.run(sql`select pg_sleep(60)`).then(
      () => 'done',
      () => 'ended',
    )
    one.stall({ forGood: true })
    await databases.promote()
    const promoted = Date.now()
    const write = () =>
      database.run(sql`insert into kept values (1)`).then(
        count => count,
        () => 0,
      )
    await eventually(gaps, count => count === 1, 20)
    expect(await eventually(write, count => count === 1, 20)).toBe(1)
    expect(Date.now() - promoted).toBeLessThan(10_000)
    expect(await Promise.race([waiting, sleep(5000, 'waits')])).toBe('ended')
    await close()
    await connection.close()
    one.stop()
    two.stop()
    await databases.stop()
  })
} else skipOnEmbedded('the embedded database has no connection to lose')
