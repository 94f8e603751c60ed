import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { connect } from '~/server/platform/database/connection'
import { testDatabase } from '../support/database/database'
import { ask, type Replication, startReplication } from '../support/database/replication'
import { startTcpProxy, type TcpProxy } from '../support/network/tcp-proxy'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { needsFfmpeg, skipOnEmbedded } from '../support/process/needs'
import { type Api, api, login } from '../support/server/api'
import { command } from '../support/server/backups'
import { newDataFolder } from '../support/server/data-folder'
import { watch } from '../support/server/live-stream-client'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { sendVideo, videoReady } from '../support/video/video-jobs'

/** Milliseconds after the promotion within which writes succeed again. */
const LIMIT = 10_000

/** Writes continuously. @returns the acknowledged writes, and times of the last failure and success */
const keepWriting = (root: Api) => {
  const acknowledged: string[] = []
  const statuses = new Set<string>()
  let isStopped = false
  let takenAt = 0
  const write = async (writer: number) => {
    for (let n = 0; !isStopped; n += 1) {
      const name = `Writer ${writer} ${n}`
      const { status, headers } = await root.post('companies', { name })
      statuses.add(status === 201 ? '201' : `${status} after ${headers.get('retry-after')}`)
      if (status === 201) {
        acknowledged.push(name)
        takenAt = Date.now()
      } else await sleep(20)
    }
  }
  const all = Promise.all([1, 2, 3, 4].map(write))
  const stop = async () => {
    isStopped = true
    await all
  }
  return { acknowledged, statuses, takenAt: () => takenAt, stop }
}

const lost = async (url: string, names: readonly string[]) => {
  const rows = await ask<{ name: string }>(url, `select name from companies where name like 'Writer %'`)
  const kept = new Set(rows.map(({ name }) => name))
  return names.filter(name => !kept.has(name))
}

if (process.env.TEST_DB === 'postgres')
  describe('a primary that is killed, and its standby', () => {
    let databases: Replication
    let proxy: TcpProxy
    let server: TestServer
    let single: TestServer
    let root: Api

    beforeEach(context => needsFfmpeg(context))
    beforeAll(async () => {
      databases = await startReplication()
      const env = { DATABASE_URL: databases.url }
      server = await startServer({ demo: true, worker: true, env })
      proxy = await startTcpProxy(databases.primaryUrl)
      single = await startServer({ dataDir: server.dataDir, demo: true, env: { DATABASE_URL: proxy.url } })
      root = await login(server.url, 'root@demo.example', demoPassword)
    })
    afterAll(async () => {
      await single?.stop()
      await server?.stop()
      proxy?.stop()
      await databases?.stop()
    })

    // Kills the primary, which the following tests rely on.
    it('a failover loses no acknowledged write, and writes continue after the promotion', long, async () => {
      const stream = await watch(server.url, root)
      const admin = await login(server.url, 'admin@demo.example', demoPassword)
      const writing = keepWriting(root)
      await sleep(1000)
      const video = await sendVideo(server.url, admin)
      databases.killPrimary()
      await sleep(2000)
      const before = writing.acknowledged.length
      expect(before).toBeGreaterThan(10)
      expect(writing.takenAt()).toBeLessThan(Date.now() - 1000)

      // The proxy now leads to the standby, which is read-only.
      proxy.leadTo(databases.standbyUrl)
      const other = api(single.url, root.token)
      await eventually(
        () => other.get('companies?batch=1'),
        ({ status }) => status === 200,
        10,
      )
      const refused = await other.post('companies', { name: 'On a standby' })
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])

      await databases.promote()
      const promoted = Date.now()
      await eventually(writing.takenAt, at => at > promoted, 30)
      expect(writing.takenAt() - promoted).toBeLessThan(LIMIT)
      await eventually(() => stream.heard.some(({ event }) => event === 'gap'), Boolean, 10)
      await sleep(1000)
      await writing.stop()
      expect([...writing.statuses].sort()).toEqual(['201', '503 after 5'])
      expect(await lost(databases.standbyUrl, writing.acknowledged)).toEqual([])
      expect((await videoReady(admin, video.uid, 100)).status).toBe('completed')
      const again = await other.post('companies', { name: 'Promoted' })
      expect(again.status).toBe(201)
      stream.leave()
    })

    it('servers stay with the new primary when the old one is restarted', long, async () => {
      await databases.restartPrimary()
      const answers = await ask<{ alone: boolean }>(
        databases.primaryUrl,
        'select not pg_is_in_recovery() as alone',
      )
      expect(answers).toEqual([{ alone: true }])
      await ask(
        databases.standbyUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
      )
      const name = 'Writer of late'
      await eventually(
        () => root.post('companies', { name }),
        ({ status }) => status === 201,
      )
      expect(await lost(databases.standbyUrl, [name])).toEqual([])
    })

    it('a backup reads from the host that accepts writes', long, async () => {
      const folder = newDataFolder('backup')
      const { status, output } = await command('backup', [`${folder}/copy`], server.env)
      expect([status, output]).toEqual([0, expect.stringContaining('is complete')])
      rmSync(folder, { recursive: true })
    })
  })
else skipOnEmbedded('the embedded database has no standby')

if (process.env.TEST_DB === 'postgres')
  it('a connection that has become read-only is not reused', async () => {
    const { env } = await testDatabase()
    const { database, close } = await connect(readConfig(env, 'test'))
    const session = async () => (await database.query(sql`select pg_backend_pid() as pid`))[0]
    const before = await session()
    await database.run(sql`set default_transaction_read_only = on`)
    const make = () => database.run(sql`create table made (n int)`)
    await expect(make()).rejects.toThrow('read-only')
    await make()
    expect(await session()).not.toEqual(before)
    await close()
  })
else skipOnEmbedded('the embedded database has no standby')
