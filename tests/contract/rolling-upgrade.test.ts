import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, login } from '../support/api'
import { type Found, listAll } from '../support/demo-world'
import { eventually } from '../support/eventually'
import { followPage } from '../support/how-to'
import { copyProject } from '../support/project-copy'
import { startProxy, type TestProxy } from '../support/proxy'
import { demoPassword, startServer, type TestServer } from '../support/test-server'

/** Milliseconds under load with both versions at work. */
const SIDE_BY_SIDE = 5000

// The embedded database serves one server alone.
if (process.env.TEST_DB === 'postgres')
  describe('the next version, which has a field more', () => {
    let copy: ReturnType<typeof copyProject>
    let present: TestServer
    let next: TestServer
    let proxy: TestProxy
    const targets: string[] = []

    /** The two versions answer differently, so neither is held against the description of one. */
    const enter = (url: string) => login(url, 'admin@demo.example', demoPassword, () => undefined)

    beforeAll(async () => {
      copy = copyProject()
      await followPage(copy.folder, 'docs/adding-a-field.md')
      await copy.run('vite/bin/vite.js', ['build', '--config', 'scripts/server.vite.config.ts'])
      present = await startServer({ demo: true, env: { DRAIN_SECONDS: '2' } })
      targets.push(present.url)
      proxy = await startProxy(targets)
    })
    afterAll(async () => {
      proxy.stop()
      await Promise.all([present.stop(), next.stop()])
      copy.remove()
    })

    /** Reads and writes without a pause until it is stopped. @returns the answers by status, and the groups made */
    const keepWorking = (api: Api, groups: string) => {
      const answers: Record<string, number> = {}
      const made: string[] = []
      let isStopped = false
      const repeat = async (work: (turn: number) => Promise<{ status: number }>) => {
        for (let turn = 0; !isStopped; turn += 1) {
          const status = await work(turn).then(
            answer => answer.status,
            (error: Error) => error.message,
          )
          answers[status] = (answers[status] ?? 0) + 1
        }
      }
      const makeGroup = async (turn: number) => {
        const answer = await api.post<Found>(groups, { name: `Upgrade ${turn}` })
        if (answer.status === 201) made.push(answer.body.uid)
        return answer
      }
      const reads = ['medias?batch=10', 'users/me', 'videos?batch=5']
      const all = Promise.all([...reads.map(path => repeat(() => api.get(path))), repeat(makeGroup)])
      const stop = async () => {
        isStopped = true
        await all
        return { answers, made }
      }
      return { stop }
    }

    it('takes over under load: no request fails, nothing acknowledged is lost', async () => {
      const api = await enter(proxy.url)
      const { company } = (await api.get<{ company: { ref: string } }>('users/me')).body
      const groups = `${company.ref}/groups`
      const before = await listAll<Found>(api, groups)
      const working = keepWorking(api, groups)
      await sleep(1000)
      const { DATABASE_URL = '' } = present.env
      // Changes the tables under the server that is at work.
      const { dataDir } = present
      next = await startServer({ dataDir, env: { DATABASE_URL }, installation: copy.folder })
      targets.push(next.url)
      await eventually(proxy.ready, count => count === 2)
      await sleep(SIDE_BY_SIDE)

      const [old, fresh] = [await enter(present.url), await enter(next.url)]
      const [media] = (await fresh.get<{ results: Found[] }>('medias?batch=1')).body.results
      const path = `medias/${media?.uid}`
      expect((await fresh.patch(path, { reference: 'R-7' })).status).toBe(200)
      // The present version does not know the field, and leaves it as it is.
      expect((await old.patch(path, { name: 'Renamed meanwhile' })).status).toBe(200)
      expect((await old.get(path)).body).not.toHaveProperty('reference')
      expect((await fresh.get(path)).body).toMatchObject({ reference: 'R-7', name: 'Renamed meanwhile' })

      const leaving = present.stop()
      await eventually(proxy.ready, count => count === 1)
      await leaving
      await sleep(1000)
      const { answers, made } = await working.stop()
      expect(Object.keys(answers).sort()).toEqual(['200', '201'])
      expect(made.length).toBeGreaterThan(50)
      const after = await listAll<Found>(fresh, groups)
      expect(new Set(after.map(({ uid }) => uid))).toEqual(
        new Set([...before.map(({ uid }) => uid), ...made]),
      )
      const counted = await fresh.get<{ meta: { count: number } }>(`${groups}?batch=1`)
      expect(counted.body.meta.count).toBe(before.length + made.length)
    })

    it('is not followed by the version before, which says what to do', async () => {
      const { DATABASE_URL = '' } = next.env
      const again = startServer({ dataDir: next.dataDir, env: { DATABASE_URL } })
      await expect(again).rejects.toThrow('A later version has changed the database')
    })
  })
