import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../support/database/database'
import { startTcpProxy } from '../support/network/tcp-proxy'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { type Api, api, login } from '../support/server/api'
import { compiled } from '../support/server/compiled-server'
import { newDataFolder } from '../support/server/data-folder'
import { freePort } from '../support/server/free-port'
import { startProcess } from '../support/server/server-process'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

let server: TestServer
let root: Api
beforeAll(async () => {
  server = await startServer({ demo: true })
  root = await login(server.url, 'root@demo.example', demoPassword)
})
afterAll(() => server.stop())
beforeEach(context =>
  context.skip(process.env.TEST_DB !== 'postgres', 'the embedded database ends its server with it'),
)

/** Terminates all connections to the server's database, like a restart of PostgreSQL. */
const endConnections = async () => {
  const client = new pg.Client({ connectionString: server.env.DATABASE_URL })
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await client.end()
}

describe('broken connections to PostgreSQL', () => {
  it('broken connections fail only the queries and transactions that use them', long, async () => {
    let goesOn = true
    const statuses = new Set<number>()
    const work = async (n: number) => {
      for (let made = 0; goesOn; made += 1) {
        statuses.add((await root.post('companies', { name: `Broken ${n} ${made}` })).status)
        statuses.add((await root.get('medias')).status)
      }
    }
    const signIn = async () => {
      const credentials = { username: 'admin@demo.example', password: demoPassword }
      while (goesOn) statuses.add((await api(server.url).post('login', credentials)).status)
    }
    const working = Promise.all([...[1, 2, 3, 4].map(work), signIn(), signIn()])
    for (let round = 0; round < 40; round += 1) {
      await sleep(150)
      await endConnections()
    }
    goesOn = false
    await working
    expect(server.process().exitCode).toBeNull()
    expect([...statuses].filter(status => ![200, 201, 503].includes(status))).toEqual([])
    const answer = await eventually(
      () => root.post('companies', { name: `Whole ${Date.now()}` }),
      ({ status }) => status === 201,
    )
    expect(answer.status).toBe(201)
  })

  it('broken connections delay the start of a server or worker without failing it', {
    ...long,
    timeout: 240_000,
  }, async () => {
    let goesOn = true
    const breaking = (async () => {
      while (goesOn) {
        await endConnections()
        await sleep(200)
      }
    })()
    const port = String(await freePort())
    const own = { DATA_DIR: newDataFolder('broken'), PORT: port, LOG_LEVEL: 'error', WORKER_JOBS: '1' }
    const env = { ...server.env, ...own }
    const health = `${server.url}/parse/health`
    const programs = [
      await startProcess([compiled('worker')], { ...env, WORKER_NAME: 'late' }, health),
      await startProcess([compiled('server')], { ...env, WORKER_NAME: 'other' }, health),
    ]
    await sleep(5000)
    goesOn = false
    await breaking
    try {
      const [worker, other] = programs
      await eventually(
        async () => worker?.output(),
        text => /takes 1 job/.test(text ?? ''),
        90,
      )
      await eventually(
        async () => other?.output(),
        text => /Vecto admin .* at/.test(text ?? ''),
        90,
      )
    } finally {
      for (const program of programs) await program.end('SIGTERM')
    }
  })
})

describe('an unavailable PostgreSQL at the start of a server', () => {
  it('a starting server waits for an unavailable PostgreSQL', long, async () => {
    const { DATABASE_URL = '' } = (await testDatabase()).env
    const nowhere = `postgresql://postgres@127.0.0.1:${await freePort()}/postgres`
    const proxy = await startTcpProxy(nowhere)
    const address = Object.assign(new URL(DATABASE_URL), { port: new URL(proxy.url).port }).href
    const starting = startServer({ env: { DATABASE_URL: address } })
    // More connections than one attempt opens.
    await eventually(proxy.accepted, accepted => accepted >= 10)
    proxy.leadTo(DATABASE_URL)
    const late = await starting
    expect(late.output()).toContain('The start waits for it')
    expect((await fetch(`${late.url}/parse/health`)).status).toBe(200)
    await late.stop()
    proxy.stop()
  })

  it('stops immediately when the database does not exist', async () => {
    const { DATABASE_URL = '' } = (await testDatabase()).env
    const unknown = Object.assign(new URL(DATABASE_URL), { pathname: '/unknown' }).href
    await expect(startServer({ env: { DATABASE_URL: unknown } })).rejects.toThrow(
      'database "unknown" does not exist',
    )
  })
})
