import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCluster } from '../support/database/postgres'
import { ask, onHost, type Replication, startReplication } from '../support/database/replication'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { skipOnEmbedded } from '../support/process/needs'
import { type Api, login } from '../support/server/api'
import { command } from '../support/server/backups'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

const METRICS_TOKEN = 'reads the metrics of this test'

type List = { results: { uid: string; name: string }[]; meta: { count: number } }
type Place = 'standby' | 'behind' | 'failed'

const readsAt = async ({ url }: TestServer, place: Place) => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${url}/parse/metrics`, { headers })).text()
  return Number(new RegExp(`vecto_database_reads_total\\{place="${place}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}

if (process.env.TEST_DB === 'postgres')
  describe('lists with a standby to read from', () => {
    let databases: Replication
    let server: TestServer
    let other: TestServer
    let root: Api
    let elsewhere: Api

    const start = (dataDir?: string) =>
      startServer({
        demo: true,
        ...(dataDir && { dataDir }),
        env: { DATABASE_URL: databases.primaryUrl, DATABASE_READ_URL: databases.standbyUrl, METRICS_TOKEN },
      })

    beforeAll(async () => {
      databases = await startReplication({ synchronous: false })
      server = await start()
      other = await start(server.dataDir)
      root = await login(server.url, 'root@demo.example', demoPassword)
      elsewhere = await login(other.url, 'root@demo.example', demoPassword)
    })
    afterAll(async () => {
      await other?.stop()
      await server?.stop()
      await databases?.stop()
    })

    const called = async (api: Api, name: string) => {
      const q = encodeURIComponent(JSON.stringify({ name: { begins: name } }))
      const { status, body } = await api.get<List>(`companies?q=${q}`)
      expect(status).toBe(200)
      return body.results.map(company => company.name)
    }
    const create = async (name: string) => {
      const { status } = await root.post('companies', { name })
      expect(status).toBe(201)
    }
    const onStandby = (text: string) => ask(databases.standbyUrl, text)

    it('lists are read from the standby', async () => {
      await ask(databases.primaryUrl, 'select pg_stat_reset()')
      for (const path of ['companies', 'users', 'medias', 'events', 'videos3d']) {
        const before = await readsAt(server, 'standby')
        // On a busy machine the standby may lag at first, and the primary answers.
        await eventually(
          async () => {
            expect((await root.get<List>(`${path}?batch=10`)).body.results.length).toBeGreaterThan(0)
            return readsAt(server, 'standby')
          },
          count => count === before + 1,
        )
      }
      expect(await readsAt(server, 'failed')).toBe(0)
    })

    it('lists contain writes that just happened, by any user on either server', async () => {
      for (let n = 0; n < 40; n += 1) {
        const name = `Written ${n} now`
        await create(name)
        const [own, others] = await Promise.all([called(root, name), called(elsewhere, name)])
        expect([own, others]).toEqual([[name], [name]])
      }
      expect(await readsAt(server, 'standby')).toBeGreaterThan(10)
    })

    it('lists are read from the primary while the standby lags, and contain what it lacks', async () => {
      await onStandby('select pg_wal_replay_pause()')
      const before = await readsAt(server, 'behind')
      await create('Unknown to the standby')
      expect(await called(elsewhere, 'Unknown to')).toEqual(['Unknown to the standby'])
      expect(await called(root, 'Unknown to')).toEqual(['Unknown to the standby'])
      expect(await readsAt(server, 'behind')).toBe(before + 1)
      expect(await onStandby(`select 1 from companies where name like 'Unknown to%'`)).toEqual([])
      await onStandby('select pg_wal_replay_resume()')
      const served = await readsAt(server, 'standby')
      await eventually(
        async () => {
          await called(root, 'Unknown to')
          return readsAt(server, 'standby')
        },
        count => count > served,
      )
    })

    it('lists are read from the primary when the standby cancels a query', async () => {
      await ask(databases.standby.adminUrl, `alter system set max_standby_streaming_delay = 0`)
      await onStandby('select pg_reload_conf()')
      const reading = Array.from({ length: 30 }, () => root.get<List>('events?batch=100'))
      await ask(databases.primaryUrl, 'vacuum full events')
      expect((await Promise.all(reading)).map(({ status }) => status)).toEqual(reading.map(() => 200))
    })

    it('lists are read from the primary without delay while the standby is unavailable', long, async () => {
      databases.standby.kill()
      await create('Without a standby')
      const begun = Date.now()
      for (let n = 0; n < 20; n += 1) expect(await called(root, 'Without')).toEqual(['Without a standby'])
      expect(Date.now() - begun).toBeLessThan(4000)
      expect(await readsAt(server, 'failed')).toBeGreaterThan(10)
      await databases.standby.restart()
      const served = await readsAt(server, 'standby')
      await eventually(
        async () => {
          await called(root, 'Without')
          return readsAt(server, 'standby')
        },
        count => count > served,
        20,
      )
    })

    it('lists are read from the primary when the address is not that of a standby', long, async () => {
      const same = await startServer({
        dataDir: server.dataDir,
        demo: true,
        env: { DATABASE_URL: databases.primaryUrl, DATABASE_READ_URL: databases.primaryUrl, METRICS_TOKEN },
      })
      const api = await login(same.url, 'root@demo.example', demoPassword)
      expect((await api.get<List>('companies')).body.results.length).toBeGreaterThan(0)
      expect([await readsAt(same, 'behind'), await readsAt(same, 'standby')]).toEqual([1, 0])
      await same.stop()
    })

    it('lists are read from the primary when the standby belongs to another database', long, async () => {
      const foreign = await startReplication({ synchronous: false })
      // Its WAL position is ahead of this database's.
      for (let n = 0; n < 8; n += 1) {
        await ask(foreign.primaryUrl, 'select txid_current()')
        await ask(foreign.primaryUrl, 'select pg_switch_wal()')
      }
      const misled = await startServer({
        dataDir: server.dataDir,
        demo: true,
        env: { DATABASE_URL: databases.primaryUrl, DATABASE_READ_URL: foreign.standbyUrl, METRICS_TOKEN },
      })
      const api = await login(misled.url, 'root@demo.example', demoPassword)
      expect((await api.get<List>('companies')).body.results.length).toBeGreaterThan(1)
      expect([await readsAt(misled, 'behind'), await readsAt(misled, 'standby')]).toEqual([1, 0])
      await misled.stop()
      await foreign.stop()
    })

    it('the doctor checks the standby and reports a wrong address', long, async () => {
      const examined = (url: string) =>
        command('doctor', [], { ...server.env, DATABASE_READ_URL: url }).then(({ output }) => output)
      expect(await examined(databases.standbyUrl)).toMatch(
        /✓ The standby answers lists; its last change is \d+ s old/,
      )
      expect(await examined(databases.primaryUrl)).toContain('✗ DATABASE_READ_URL names no standby')
      expect(await examined('postgres://nobody@127.0.0.1:1/none')).toMatch(
        /! The standby of DATABASE_READ_URL does not answer: .*\n {2}→ Start it/,
      )
    })

    it('lists are read from the new primary when the standby follows the old one', long, async () => {
      const third = await startCluster({ standbyOf: databases.primary.adminUrl })
      const readUrl = onHost(databases.primaryUrl, third.adminUrl)
      const misled = await startServer({
        dataDir: server.dataDir,
        demo: true,
        env: { DATABASE_URL: databases.url, DATABASE_READ_URL: readUrl, METRICS_TOKEN },
      })
      const api = await login(misled.url, 'root@demo.example', demoPassword)
      await eventually(
        async () => {
          await called(api, 'Written')
          return readsAt(misled, 'standby')
        },
        count => count > 0,
      )
      await databases.promote()
      await ask(databases.primaryUrl, `update companies set name = 'Lost to the old primary'`)
      await eventually(
        () => ask(readUrl, `select 1 from companies where name like 'Lost%' limit 1`),
        rows => rows.length > 0,
      )
      databases.killPrimary()
      await eventually(
        () => api.post('companies', { name: 'After the promotion' }),
        ({ status }) => status === 201,
        20,
      )
      const served = await readsAt(misled, 'standby')
      expect(await called(api, 'After the')).toEqual(['After the promotion'])
      expect(await called(api, 'Lost')).toEqual([])
      expect(await readsAt(misled, 'standby')).toBe(served)
      await misled.stop()
      await third.stop()
    })
  })
else skipOnEmbedded('the embedded database has no standby')
