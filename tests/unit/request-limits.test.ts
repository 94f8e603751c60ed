import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '~/model/errors'
import { readConfig } from '~/server/platform/config/config'
import { type Database, requireTime } from '~/server/platform/database/database'
import { answerErrors } from '~/server/platform/http/errors'
import { limitRequests } from '~/server/platform/http/request-limits'
import { deferred } from '../support/process/deferred'
import { headersOf, sendPart } from '../support/server/raw-requests'

const nothing = () => Promise.reject(new Error('no database here'))
const databaseOf = (waiting: number): Database => ({
  ...{ query: nothing, prepared: nothing, raw: nothing, run: nothing, transaction: nothing, ping: nothing },
  waiting: () => waiting,
})

const limits = { REQUEST_SECONDS: 60, BODY_SECONDS: 30, UPLOAD_IDLE_SECONDS: 50, DATABASE_QUEUE: 5 }
const MINUTE = 60_000

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(setImmediate)
}

const closing: (() => Promise<unknown>)[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) await close()
})

const routes = ['/parse/things', '/parse/stream', '/parse/health', '/parse/logout', '/parse/files/:id', '/*']

/** A server whose routes respond when the gate opens, and record whether time for a statement was left. */
const serving = (waiting = 0) => {
  const app = fastify({ requestTimeout: 0, forceCloseConnections: true })
  closing.push(() => app.close())
  answerErrors(app)
  limitRequests(app, { config: { ...readConfig({}, 'test'), ...limits }, database: databaseOf(waiting) })
  const begun: Socket[] = []
  app.addHook('onRequest', async ({ raw }) => void begun.push(raw.socket))
  const reached: AbortSignal[] = []
  const refusals: unknown[] = []
  const gate = deferred()
  for (const url of routes)
    app.all(url, async ({ deadline }) => {
      if (deadline) reached.push(deadline)
      await gate.promise
      try {
        requireTime()
      } catch (error) {
        refusals.push(error)
      }
      return { here: true }
    })
  const listen = async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }
  const connection = async (bytes: string) => {
    const socket = await sendPart(await listen(), bytes)
    let said = ''
    socket.on('data', data => {
      said += data
    })
    return { socket, said: () => said }
  }
  const ask = async (path: string) => {
    const asked = get(`${await listen()}${path}`, { agent: false })
    const [answer] = await once(asked, 'response')
    return { status: answer.statusCode, headers: answer.headers, body: await json(answer) }
  }
  return { app, begun, reached, refusals, gate, connection, ask }
}

describe('a slow request', () => {
  it('returns 503 at the deadline of a request, which then cannot change anything', async () => {
    const { ask, reached, refusals, gate } = serving()
    const asked = ask('/parse/things')
    await until(() => reached.length === 1)
    vi.advanceTimersByTime(MINUTE - 1)
    expect(reached[0]?.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    const { status, headers, body } = await asked
    expect([status, headers['retry-after'], body]).toEqual([
      503,
      '5',
      { code: 'unavailable', message: 'The request took too long' },
    ])
    gate.resolve()
    await until(() => refusals.length === 1)
    expect(refusals).toEqual([new ApiError('unavailable', 'The request took too long', { retryAfter: 5 })])
  })

  it('each request on a connection has a deadline of its own', async () => {
    const { app, reached, gate } = serving()
    gate.resolve()
    for (const _ of [1, 2, 3]) {
      expect((await app.inject('/parse/things')).statusCode).toBe(200)
      vi.advanceTimersByTime(MINUTE - 1)
    }
    expect(reached.map(({ aborted }) => aborted)).toEqual([false, false, false])
  })

  it('clears the deadline of a request once it is answered', async () => {
    const { app, reached, refusals, gate } = serving()
    gate.resolve()
    expect((await app.inject('/parse/things')).json()).toEqual({ here: true })
    vi.advanceTimersByTime(10 * MINUTE)
    expect([reached[0]?.aborted, refusals]).toEqual([false, []])
  })

  it.each(['/parse/stream', '/parse/files/f', '/any/page'])(
    'applies no deadline to requests of %s',
    async url => {
      const { ask, reached, refusals, gate } = serving()
      const asked = ask(url)
      await until(() => reached.length === 1)
      vi.advanceTimersByTime(100 * MINUTE)
      gate.resolve()
      expect((await asked).body).toEqual({ here: true })
      expect([reached[0]?.aborted, refusals]).toEqual([false, []])
    },
  )
})

describe('requests while the database queue is full', () => {
  it.each([
    [4, '/parse/things', 200],
    [5, '/parse/things', 503],
    [6, '/parse/files/f', 503],
    [500, '/parse/health', 200],
    [500, '/parse/logout', 200],
    [500, '/parse/health/', 200],
    [500, '/any/page', 200],
  ])('a database queue of %d answers a request of %s with %d', async (waiting, url, status) => {
    const { app, gate } = serving(waiting)
    gate.resolve()
    expect((await app.inject(url)).statusCode).toBe(status)
  })

  it('returns 503 with Retry-After and reaches no route while the database queue is full', async () => {
    const { app, reached } = serving(5)
    const answer = await app.inject({ method: 'POST', url: '/parse/things', payload: { a: 1 } })
    expect([answer.headers['retry-after'], answer.json()]).toEqual([
      '2',
      { code: 'unavailable', message: 'Too much waits for the database' },
    ])
    expect(reached).toEqual([])
  })
})

const typed = ['Content-Type: application/json']

describe('a body that does not arrive', () => {
  it('closes the connection of a request refused with 503 whose body does not arrive', async () => {
    const { connection } = serving(limits.DATABASE_QUEUE)
    const { socket, said } = await connection(`${headersOf('POST', 'things', 60, typed)}{"name": `)
    const closed = once(socket, 'close')
    await until(() => said().includes('503'))
    vi.advanceTimersByTime(31_000)
    await closed
    expect(said()).toContain('Too much waits for the database')
  })

  it('closes the connection with 408 when a body does not arrive', async () => {
    const { begun, reached, connection } = serving()
    const { socket, said } = await connection(`${headersOf('POST', 'things', 60, typed)}{"name": `)
    await until(() => begun.length === 1)
    const closed = once(socket, 'close')
    vi.advanceTimersByTime(29_000)
    expect(said()).toBe('')
    vi.advanceTimersByTime(1000)
    await closed
    expect(said()).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    expect(reached).toEqual([])
  })

  it('closes the connection with 408 although a slow body sends a byte now and then', async () => {
    const { begun, connection } = serving()
    const { socket, said } = await connection(headersOf('POST', 'things', 60, typed))
    await until(() => begun.length === 1)
    const before = begun[0]?.bytesRead ?? 0
    vi.advanceTimersByTime(29_000)
    socket.write(' ')
    await until(() => (begun[0]?.bytesRead ?? 0) > before)
    const closed = once(socket, 'close')
    vi.advanceTimersByTime(1000)
    await closed
    expect(said()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('keeps the connection of an upload while bytes arrive and closes it with 408 when idle', async () => {
    const { begun, connection } = serving()
    const { socket, said } = await connection(headersOf('PATCH', 'files/f', 60, typed))
    await until(() => begun.length === 1)
    for (let sent = 0; sent < 5; sent += 1) {
      const before = begun[0]?.bytesRead ?? 0
      vi.advanceTimersByTime(49_000)
      socket.write(' ')
      await until(() => (begun[0]?.bytesRead ?? 0) > before)
      vi.advanceTimersByTime(1000)
    }
    expect(said()).toBe('')
    const closed = once(socket, 'close')
    vi.advanceTimersByTime(50_000)
    await closed
    expect(said()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('keeps the connection of a slow request whose body has arrived', async () => {
    const { begun, reached, gate, connection } = serving()
    const { socket, said } = await connection(`${headersOf('POST', 'things', 2, typed)}{}`)
    await until(() => begun.length === 1 && reached.length === 1)
    vi.advanceTimersByTime(59_000)
    gate.resolve()
    await once(socket, 'data')
    expect(said()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(socket.closed).toBe(false)
    socket.destroy()
  })
})
