import { execFile } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { api, login } from '../support/server/api'
import { compiled } from '../support/server/compiled-server'
import { setupCodeOf } from '../support/server/setup-code'
import { startServer, type TestServer } from '../support/server/test-server'

const running: TestServer[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})

const start = async (...options: Parameters<typeof startServer>) => {
  const server = await startServer(...options)
  running.push(server)
  return server
}

const answers = (code: string, more: object = {}) => ({
  ...{ code, email: 'Grace@Museum.example', firstname: 'Grace', lastname: 'Hopper' },
  ...{ password: 'a long sentence of mine', lang: 'fr', company: 'Vecto Studio' },
  ...more,
})

type Session = { sessionToken: string; role: string; lang: string; company: { label: string }; code?: string }

const needsSetup = async (server: TestServer) => (await api(server.url).get('config')).body.setup

/** Runs the command of operators while the server runs. */
const createRoot = (server: TestServer, ...args: string[]) =>
  new Promise<{ failed: boolean; output: string }>(resolve =>
    execFile(
      process.execPath,
      [compiled('create-root'), ...args],
      { env: { ...process.env, ...server.env } },
      (error, stdout, stderr) => resolve({ failed: error !== null, output: stdout + stderr }),
    ),
  )

const passwordIn = (output: string) => /password (\S+)/.exec(output)?.[1] ?? ''

describe('the setup of a new platform', () => {
  it('creates the first root account with the printed code, in a named company with seats, signs in, and writes the audit log', async () => {
    const server = await start()
    const code = await setupCodeOf(server)
    expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
    expect(await needsSetup(server)).toBe(true)
    const { status, body } = await api(server.url).post<Session>('setup', answers(code))
    expect([status, body.role, body.lang, body.company.label]).toEqual([200, 'root', 'fr', 'Vecto Studio'])
    expect(await needsSetup(server)).toBe(false)
    const root = api(server.url, body.sessionToken)
    const { body: companies } = await root.get<{ results: object[] }>('companies')
    expect(companies.results).toEqual([
      expect.objectContaining({
        isProvider: true,
        users: { total: 1, purchased: 5, active: 1, maxActive: 5 },
      }),
    ])
    await login(server.url, 'grace@museum.example', 'a long sentence of mine')
    type Event = { type: string; event: string; address: string }
    const { body: log } = await root.get<{ results: Event[] }>('events')
    expect(log.results.map(({ type, event, address }) => [type, event, address]).sort()).toEqual([
      ['companies', 'create', '127.0.0.1'],
      ['purchases', 'create', '127.0.0.1'],
      ['purchases', 'create', '127.0.0.1'],
      ['users', 'create', '127.0.0.1'],
    ])
  })

  it('takes a code as people type it, and keeps it valid while the answers are refused', async () => {
    const server = await start()
    const code = await setupCodeOf(server)
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    const short = await api(server.url).post('setup', answers(typed, { password: 'abc' }))
    expect([short.status, short.body.fields]).toEqual([422, { password: 'too_short' }])
    const unnamed = await api(server.url).post('setup', answers(typed, { company: 'x'.repeat(121) }))
    expect([unnamed.status, unnamed.body.fields]).toEqual([422, { company: 'too_long' }])
    const nobody = await api(server.url).post('setup', answers(typed, { firstname: ' ' }))
    expect([nobody.status, nobody.body.fields]).toEqual([422, { firstname: 'required' }])
    expect((await api(server.url).post('setup', answers(typed))).status).toBe(200)
  })

  it('creates one account of two requests at the same moment, and refuses further ones', async () => {
    const server = await start()
    const code = await setupCodeOf(server)
    const both = await Promise.all(
      ['one@x.example', 'two@x.example'].map(email =>
        api(server.url).post<Session>('setup', answers(code, { email })),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(both.find(({ status }) => status === 403)?.body.code).toBe('set_up')
    const late = await api(server.url).post('setup', answers(code, { email: 'three@x.example' }))
    expect([late.status, late.body.code]).toEqual([403, 'set_up'])
    const token = both.find(({ status }) => status === 200)?.body.sessionToken
    const { body } = await api(server.url, token).get<{ meta: { count: number } }>('users')
    expect(body.meta.count).toBe(1)
  })

  it('limits wrong codes like wrong passwords', async () => {
    const server = await start()
    const code = await setupCodeOf(server)
    const tries: number[] = []
    for (let count = 0; count < 11; count++)
      tries.push((await api(server.url).post('setup', answers('AAAA-AAAA-AAAA-AAAA'))).status)
    expect(tries).toEqual([...Array(10).fill(403), 429])
    expect((await api(server.url).post('setup', answers(code))).status).toBe(429)
  })

  it('prints another code at each start, and no code once there is a root account', long, async () => {
    const server = await start()
    const first = await setupCodeOf(server)
    await server.restart()
    const second = await setupCodeOf(server)
    expect(second).not.toBe(first)
    // Servers of one database share the codes of all of them.
    expect((await api(server.url).post('setup', answers(first))).status).toBe(200)
    await server.restart()
    expect(server.output()).not.toContain('setupCode')
    expect((await api(server.url).post('setup', answers(second))).body.code).toBe('set_up')
  })
})

describe('create-root', () => {
  const createWhile = (database: 'pglite' | 'postgres') => async () => {
    const server = await start({ database, slowHashes: true })
    const code = await setupCodeOf(server)
    const { output } = await createRoot(server, 'grace.hopper@x.example', 'Vecto Studio', '--lang', 'es')
    const root = await login(server.url, 'grace.hopper@x.example', passwordIn(output))
    const { body } = await root.get('users/me')
    expect(body).toMatchObject({ firstname: 'Grace', lastname: 'Hopper', lang: 'es', role: 'root' })
    expect(body.company).toMatchObject({ label: 'Vecto Studio' })
    expect((await api(server.url).post('setup', answers(code))).body.code).toBe('set_up')
    const again = await createRoot(server, 'grace.hopper@x.example')
    expect([again.failed, again.output]).toEqual([true, expect.stringContaining('User already exists')])
    const other = await createRoot(server, 'ada@x.example', 'Another company')
    expect([other.failed, other.output]).toEqual([true, expect.stringContaining('which is Vecto Studio')])
  }

  it('creates a root account while a server runs on postgres', createWhile('postgres'))
  it('creates a root account while a server runs on pglite', long, createWhile('pglite'))

  it('adds a seat for another root account where the provider has none left', long, async () => {
    const server = await start({ database: 'pglite', slowHashes: true })
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      expect((await createRoot(server, `${name}@x.example`)).failed).toBe(false)
    const { output } = await createRoot(server, 'g@x.example')
    const root = await login(server.url, 'g@x.example', passwordIn(output))
    const { body } = await root.get<{ results: object[] }>('companies')
    expect(body.results[0]).toMatchObject({
      name: 'Provider',
      users: { total: 7, purchased: 7, maxActive: 7 },
    })
  })

  it('creates a root account in the embedded database of a server that does not run', long, async () => {
    const server = await start({ database: 'pglite', slowHashes: true })
    await server.kill9()
    const { output } = await createRoot(server, 'grace@x.example')
    await server.restart()
    await login(server.url, 'grace@x.example', passwordIn(output))
    expect(server.output()).not.toContain('setupCode')
  })
})
