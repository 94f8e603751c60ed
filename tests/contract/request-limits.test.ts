import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseClient, lockOn, lockTables } from '../support/database/locked-tables'
import { long } from '../support/process/long'
import { type Api, api, login } from '../support/server/api'
import { watch } from '../support/server/live-stream-client'
import { headersOf, sendPart } from '../support/server/raw-requests'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

let server: TestServer
let root: Api

const short = { HEADER_SECONDS: '2', BODY_SECONDS: '2', UPLOAD_IDLE_SECONDS: '3', REQUEST_SECONDS: '5' }

beforeAll(async () => {
  server = await startServer({ demo: true, env: { ...short, DATABASE_QUEUE: '5' } })
  root = await login(server.url, 'root@demo.example', demoPassword)
})
afterAll(() => server.stop())

describe('a connection', () => {
  it('closes connections whose headers or body do not arrive, under load', async () => {
    const json = ['Content-Type: application/json']
    const sockets = await Promise.all([
      ...Array.from({ length: 200 }, () =>
        sendPart(server.url, `${headersOf('POST', 'login', 60, json)}{"username": `),
      ),
      sendPart(server.url, 'POST /parse/login HTTP/1.1\r\nHost: '),
      sendPart(server.url, ''),
    ])
    await sleep(500)
    expect(sockets.filter(({ closed }) => closed)).toHaveLength(0)
    for (let tries = 0; tries < 60 && sockets.some(({ closed }) => !closed); tries += 1) await sleep(100)
    expect(sockets.filter(({ closed }) => !closed)).toHaveLength(0)
    expect((await api(server.url).get('health')).status).toBe(200)
    expect(server.output()).not.toMatch(/"level":50/)
  })

  it('keeps a slow upload open, and closes one that stalls', long, async () => {
    const tus = (path: string, headers: Readonly<Record<string, string>>) =>
      root.call('POST', path, { headers: { 'Tus-Resumable': '1.0.0', ...headers } })
    const { headers } = await tus('files', {
      'Upload-Length': '100',
      'Upload-Metadata': `filename ${btoa('x.bin')},filetype ${btoa('application/octet-stream')}`,
    })
    const path = new URL(headers.get('location') ?? '', server.url).pathname.replace('/parse/', '')
    const socket = await sendPart(
      server.url,
      headersOf('PATCH', path, 100, [
        `Authorization: Bearer ${root.token}`,
        'Tus-Resumable: 1.0.0',
        'Upload-Offset: 0',
        'Content-Type: application/offset+octet-stream',
      ]),
    )
    for (let sent = 0; sent < 5; sent += 1) {
      socket.write('x')
      await sleep(1000)
    }
    expect(socket.closed).toBe(false)
    for (let tries = 0; tries < 60 && !socket.closed; tries += 1) await sleep(100)
    expect(socket.closed).toBe(true)
  })
})

describe('a request that takes too long', () => {
  it('answers 503 to a request that takes too long, and rolls its change back', long, async () => {
    const name = 'Too late'
    const client = await databaseClient(server)
    // The session is cached for half a second, so only the change waits.
    await root.get('users/me')
    const unlock = lockOn(client, ['events'], 9)
    await sleep(100)
    const answer = await root.post<{ code: string }>('companies', { name })
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '5',
    ])
    await unlock()
    await sleep(500)
    const q = encodeURIComponent(JSON.stringify({ name }))
    const { body } = await root.get<{ meta: { count: number } }>(`companies?q=${q}`)
    expect(body.meta.count).toBe(0)
  })
})

describe('a full database queue', () => {
  it(
    'answers 503 immediately while the database queue is full, but serves health and sign-out',
    long,
    async () => {
      const { token } = await login(server.url, 'viewer@demo.example', demoPassword)
      const leaving = api(server.url, token)
      const unlock = await lockTables(server, ['companies', 'auth_session'], 4)
      const start = performance.now()
      const asked = Array.from({ length: 60 }, (_, n) =>
        api(server.url, `r:none-${n}`).get<{ code?: string }>('companies'),
      )
      const out = leaving.post('logout')
      const first = await Promise.race(asked)
      expect([first.status, first.body.code, first.headers.get('retry-after')]).toEqual([
        503,
        'unavailable',
        '2',
      ])
      expect(performance.now() - start).toBeLessThan(1000)
      expect((await api(server.url).get('health/live')).status).toBe(200)
      await unlock()
      const answers = await Promise.all(asked)
      expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(20)
      expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true)
      expect((await api(server.url).get('health')).status).toBe(200)
      expect((await out).status).toBe(200)
    },
  )
})

describe('the streams of a session', () => {
  it('evicts the oldest stream when a session has more than ten', async () => {
    const one = await login(server.url, 'admin@demo.example', demoPassword)
    const other = await login(server.url, 'admin@demo.example', demoPassword)
    const streams = []
    for (let count = 0; count < 12; count += 1) streams.push(await watch(server.url, one))
    const another = await watch(server.url, other)
    await sleep(500)
    const last = streams.map(({ heard }) => heard.at(-1)?.event)
    expect(last).toEqual([...Array(2).fill('evicted'), ...Array(10).fill('hello')])
    expect(another.heard.at(-1)?.event).toBe('hello')
    expect(await Promise.all(streams.slice(0, 2).map(({ ended }) => ended))).toEqual(['ended', 'ended'])
    for (const stream of [...streams, another]) stream.leave()
  })
})

describe('a request that cannot be parsed', () => {
  it.each([
    ['an unknown method', 'X-ODD /parse/health HTTP/1.1\r\nHost: test\r\n\r\n', 400],
    [
      'headers over the limit',
      `GET /parse/health HTTP/1.1\r\nHost: test\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    [
      'two lengths',
      'GET /parse/health HTTP/1.1\r\nHost: test\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
  ])('answers an unparsable request and closes its connection: %s', async (_what, bytes, status) => {
    const socket = await sendPart(server.url, bytes)
    let answer = ''
    socket.on('data', chunk => {
      answer += chunk
    })
    await once(socket, 'close')
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/\r\nConnection: close\r\n/)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'invalid_body' })
  })
})
