import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followPage } from '../support/description/how-to'
import { startProxy, type TestProxy } from '../support/network/load-balancer'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { skipOnEmbedded } from '../support/process/needs'
import { copyProject } from '../support/process/project-copy'
import { keepRepeating } from '../support/process/under-load'
import { login } from '../support/server/api'
import { type Found, listAll } from '../support/server/demo-world'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

/** Milliseconds during which both versions run under load. */
const SIDE_BY_SIDE = 5000

if (process.env.TEST_DB === 'postgres')
  describe('an upgrade to a version with an additional field', long, () => {
    let copy: ReturnType<typeof copyProject>
    let present: TestServer
    let next: TestServer
    let proxy: TestProxy
    const targets: string[] = []

    /** The versions have different responses, so they are not validated against one API description. */
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

    it('a rolling upgrade under load fails no request and loses no acknowledged write', async () => {
      const api = await enter(proxy.url)
      const { company } = (await api.get<{ company: { ref: string } }>('users/me')).body
      const groups = `${company.ref}/groups`
      const before = await listAll<Found>(api, groups)
      const made: string[] = []
      const makeGroup = async (turn: number) => {
        const answer = await api.post<Found>(groups, { name: `Upgrade ${turn}` })
        if (answer.status === 201) made.push(answer.body.uid)
        return answer
      }
      const lists = ['medias?batch=10', 'users/me', 'videos?batch=5']
      const stop = keepRepeating([...lists.map(path => () => api.get(path)), makeGroup])
      await sleep(1000)
      const { DATABASE_URL = '' } = present.env
      // Migrates the tables while the old server runs.
      const { dataDir } = present
      next = await startServer({ dataDir, env: { DATABASE_URL }, installation: copy.folder })
      targets.push(next.url)
      await eventually(proxy.ready, count => count === 2)
      await sleep(SIDE_BY_SIDE)

      const [old, fresh] = [await enter(present.url), await enter(next.url)]
      const [media] = (await fresh.get<{ results: Found[] }>('medias?batch=1')).body.results
      const path = `medias/${media?.uid}`
      expect((await fresh.patch(path, { reference: 'R-7' })).status).toBe(200)
      // The old version ignores the new field and keeps its value.
      expect((await old.patch(path, { name: 'Renamed meanwhile' })).status).toBe(200)
      expect((await old.get(path)).body).not.toHaveProperty('reference')
      expect((await fresh.get(path)).body).toMatchObject({ reference: 'R-7', name: 'Renamed meanwhile' })

      const leaving = present.stop()
      await eventually(proxy.ready, count => count === 1)
      await leaving
      await sleep(1000)
      const answers = await stop()
      expect(Object.keys(answers).sort()).toEqual(['200', '201'])
      expect(made.length).toBeGreaterThan(50)
      const after = await listAll<Found>(fresh, groups)
      expect(new Set(after.map(({ uid }) => uid))).toEqual(
        new Set([...before.map(({ uid }) => uid), ...made]),
      )
      const counted = await fresh.get<{ meta: { count: number } }>(`${groups}?batch=1`)
      expect(counted.body.meta.count).toBe(before.length + made.length)
    })

    it('the previous version refuses to start after the upgrade', async () => {
      const { DATABASE_URL = '' } = next.env
      const again = startServer({ dataDir: next.dataDir, env: { DATABASE_URL } })
      await expect(again).rejects.toThrow('A later version has changed the database')
    })
  })
else skipOnEmbedded('the embedded database serves one server alone')
