import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../support/database/database'
import { lockOn, postgresClient } from '../support/database/locked-tables'
import { type Pgbouncer, startPgbouncer } from '../support/database/pgbouncer'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { needsFfmpeg, needsPgbouncer, skipOnEmbedded } from '../support/process/needs'
import { type Api, login } from '../support/server/api'
import { command } from '../support/server/backups'
import { newDataFolder } from '../support/server/data-folder'
import { watch } from '../support/server/live-stream-client'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { mediaOf, upload } from '../support/storage/tus-uploads'
import { pngFile } from '../support/video/media-files'
import { sendVideo, videoReady } from '../support/video/video-jobs'

type Named = { uid: string; name: string }
type List = { results: Named[]; count: number }

if (process.env.TEST_DB === 'postgres')
  describe('two servers behind PgBouncer in transaction mode', () => {
    let pooler: Pgbouncer | undefined
    let direct: string
    let servers: TestServer[] = []
    const apis: Api[] = []

    const start = async (env: Record<string, string> = {}, dataDir?: string) => {
      const addresses = { DATABASE_URL: pooler?.url ?? '', DATABASE_DIRECT_URL: direct }
      const server = await startServer({ demo: true, worker: true, dataDir, env: { ...addresses, ...env } })
      servers = [...servers, server]
      return server
    }

    beforeEach(context => needsPgbouncer(context))
    beforeAll(async () => {
      const seeded = await testDatabase('postgres', process.env.TEST_SEEDED_DATABASE)
      const { DATABASE_URL = '' } = seeded.env
      direct = DATABASE_URL
      pooler = await startPgbouncer(direct).catch(() => undefined)
      if (!pooler) return
      const first = await start()
      await start({}, first.dataDir)
      for (const { url } of servers) apis.push(await login(url, 'root@demo.example', demoPassword))
    })
    afterAll(async () => {
      for (const server of servers.toReversed()) await server.stop()
      await pooler?.stop()
    })

    const both = () => {
      const [one, other] = apis
      if (!one || !other) throw new Error('There are no servers')
      return [one, other] as const
    }

    /** Locks a table through a direct connection. */
    const lock = async (table: string, seconds: number) => {
      const unlock = lockOn(await postgresClient(direct), [table], seconds)
      await sleep(500)
      return unlock
    }

    it('two servers behind a pooler create, change, list and delete records concurrently', async () => {
      const [one, other] = both()
      const make = (n: number) => (n % 2 ? one : other).post<Named>('companies', { name: `Pooled ${n}` })
      const made = await Promise.all(Array.from({ length: 60 }, (_, n) => make(n)))
      expect(made.every(({ status }) => status === 201)).toBe(true)
      const uids = made.map(({ body }) => body.uid)
      const changed = await Promise.all(
        uids.map((uid, n) => other.patch(`companies/${uid}`, { name: `P${n}` })),
      )
      expect(changed.every(({ status }) => status === 200)).toBe(true)
      const lists = await Promise.all(Array.from({ length: 60 }, () => one.get<List>('companies?batch=10')))
      expect(new Set(lists.map(({ status }) => status))).toEqual(new Set([200]))
      expect((await other.get<Named>(`companies/${uids[0]}`)).body.name).toBe('P0')
      const removed = await Promise.all(uids.map(uid => one.del(`companies/${uid}`)))
      expect(removed.every(({ status }) => status < 300)).toBe(true)
      expect((await other.get(`companies/${uids[0]}`)).status).toBe(404)
    })

    it('two servers behind a pooler share uploads and publish each other’s changes', async () => {
      const [one, other] = both()
      const [first, second] = servers
      const stream = await watch(second?.url ?? '', other)
      await eventually(
        () => stream.heard.length,
        count => count > 0,
      )
      const sent = await upload(first?.url ?? '', one, await pngFile())
      const { status, body } = await one.post<Named>('medias', mediaOf(sent))
      expect(status).toBe(201)
      const told = () => stream.heard.some(({ data }) => data.id === body.uid && data.op === 'create')
      await eventually(told, Boolean, 5)
      stream.leave()
    })

    it('servers behind a pooler run jobs', long, async context => {
      needsFfmpeg(context)
      const [first] = servers
      const api = await login(first?.url ?? '', 'admin@demo.example', demoPassword)
      const { uid } = await sendVideo(first?.url ?? '', api)
      expect((await videoReady(api, uid)).status).toBe('completed')
    })

    it(
      'health answers while all pooler connections are busy, and waiting requests succeed',
      long,
      async () => {
        const [one] = both()
        const unlock = await lock('medias', 4)
        const asked = Array.from({ length: 30 }, () => one.get('medias'))
        await sleep(500)
        expect((await one.get('health')).status).toBe(200)
        await unlock()
        expect((await Promise.all(asked)).every(({ status }) => status === 200)).toBe(true)
      },
    )

    it.each([
      ['DATABASE_STATEMENT_SECONDS', 'reads', (api: Api, _uid: string) => api.get('medias')],
      [
        'DATABASE_LOCK_SECONDS',
        'writes',
        (api: Api, uid: string) => api.patch(`medias/${uid}`, { name: 'Late' }),
      ],
    ])('servers behind a pooler apply %s to %s of that server only', long, async (setting, _what, call) => {
      const third = await start({ [setting]: '1' })
      const api = await login(third.url, 'root@demo.example', demoPassword)
      const { body } = await api.get<List>('medias?batch=1')
      const unlock = await lock('medias', 4)
      const patient = both()[0].get('medias')
      const begun = performance.now()
      const { status, headers } = await call(api, body.results[0]?.uid ?? '')
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
      expect(performance.now() - begun).toBeLessThan(3000)
      await unlock()
      expect((await patient).status).toBe(200)
    })

    it('a backup bypasses the pooler', long, async () => {
      const folder = newDataFolder('backup')
      const { status, output } = await command('backup', [`${folder}/copy`], servers[0]?.env ?? {})
      expect([status, output]).toEqual([0, expect.stringContaining('is complete')])
      rmSync(folder, { recursive: true })
    })

    it('servers behind a pooler survive its restart', async () => {
      const [one] = both()
      await pooler?.restart()
      const answer = await eventually(
        () => one.get('companies?batch=10'),
        ({ status }) => status !== 503,
        15,
      )
      expect(answer.status).toBe(200)
    })

    it('server and doctor refuse a pooler’s address without DATABASE_DIRECT_URL', long, async () => {
      const lenient = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout'
      for (const ignored of ['extra_float_digits', lenient]) {
        const other = await startPgbouncer(direct, { ignore_startup_parameters: ignored })
        const refused = startServer({ env: { DATABASE_URL: other.url } })
        await expect(refused).rejects.toThrow(/DATABASE_URL leads to a pooler.*DATABASE_DIRECT_URL/)
        const { status, output } = await command('doctor', [], { DATABASE_URL: other.url, LOG_LEVEL: 'warn' })
        expect([status, output]).toEqual([1, expect.stringMatching(/✗ .*DATABASE_URL leads to a pooler/)])
        await other.stop()
      }
    })
  })
else skipOnEmbedded('the embedded database serves one server alone')
