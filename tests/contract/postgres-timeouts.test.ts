import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockTables } from '../support/database/locked-tables'
import { long } from '../support/process/long'
import { type Api, login } from '../support/server/api'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

let server: TestServer | undefined
afterEach(() => server?.stop())

const start = async (env: Readonly<Record<string, string>>) => {
  const started = await startServer({ demo: true, env })
  server = started
  const root: Api = await login(started.url, 'root@demo.example', demoPassword)
  const lock = (seconds: number) => lockTables(started, ['medias'], seconds)
  return { root, lock }
}

describe('PostgreSQL', () => {
  beforeEach(context =>
    context.skip(
      process.env.TEST_DB !== 'postgres',
      'the embedded database works for one at a time: there is nothing to wait for',
    ),
  )

  it.each([
    ['a statement that takes too long', { DATABASE_STATEMENT_SECONDS: '1' }],
    ['a statement that waits for a lock', { DATABASE_LOCK_SECONDS: '1' }],
  ])('answers 503 after ending %s', long, async (_what, env) => {
    const { root, lock } = await start(env)
    const unlock = await lock(6)
    const begun = performance.now()
    const { status, headers, body } = await root.get<{ code: string }>('medias')
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    expect(performance.now() - begun).toBeLessThan(4500)
    await unlock()
    expect((await root.get('medias')).status).toBe(200)
  })

  it('health answers while every connection of the pool is busy', long, async () => {
    const { root, lock } = await start({})
    const unlock = await lock(5)
    const asked = Array.from({ length: 30 }, () => root.get('medias'))
    await new Promise(resolve => setTimeout(resolve, 500))
    const health = await root.get<{ status: string }>('health')
    expect([health.status, health.body.status]).toEqual([200, 'ok'])
    await unlock()
    expect((await Promise.all(asked)).every(({ status }) => status === 200)).toBe(true)
  })
})
