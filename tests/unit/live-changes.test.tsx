import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isResourceName, resourceNames, resourceOf } from '~/model/registry'
import {
  changesFor,
  eventReader,
  followStream,
  isAffected,
  noteProgress,
  type ServerSentEvent,
  showNotifications,
  startLive,
} from '~/src/api/live/live'

const read = (pieces: readonly string[]) => {
  const events: ServerSentEvent[] = []
  const take = eventReader(event => events.push(event))
  for (const piece of pieces) take(piece)
  return events
}

describe('parser of server-sent events', () => {
  const text =
    'event: hello\ndata: {}\n\n: beat\n\nevent: change\r\ndata: {"a":\r\ndata: 1}\r\n\r\ndata: x\n\nevent: cut'

  it('parses the same server-sent events however the chunks are split', () => {
    const whole = read([text])
    expect(whole).toEqual([
      { event: 'hello', data: '{}' },
      { event: 'change', data: '{"a":\n1}' },
      { event: 'message', data: 'x' },
    ])
    expect(read([...text])).toEqual(whole)
  })
})

const encoder = new TextEncoder()

/** A server whose connections the test sends events on, closes and counts. */
const fakeServer = () => {
  const lines: ReadableStreamDefaultController<Uint8Array>[] = []
  const connect = vi.fn(async (signal: AbortSignal) => {
    const body = new ReadableStream<Uint8Array>({
      start: controller => {
        lines.push(controller)
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body)
  })
  const say = (event: string, data: unknown = {}) =>
    lines.at(-1)?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
  return { connect, say, hangUp: () => lines.at(-1)?.close() }
}

const follow = (more: Partial<Parameters<typeof followStream>[0]> = {}) => {
  const server = fakeServer()
  const [onEvent, onOpen] = [vi.fn(), vi.fn()]
  const end = followStream({
    connect: server.connect,
    onEvent,
    onOpen,
    times: { firstRetry: 10, lastRetry: 20, stale: 5_000, hidden: 5_000 },
    ...more,
  })
  return { ...server, onEvent, onOpen, end }
}

describe('connection of the event stream', () => {
  it('an evicted event stream reconnects only after the window gains focus', async () => {
    const { connect, say, hangUp, onOpen, end } = follow()
    await waitFor(() => expect(connect).toHaveBeenCalledTimes(1))
    say('hello')
    say('evicted')
    hangUp()
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(connect).toHaveBeenCalledTimes(1)
    window.dispatchEvent(new Event('focus'))
    await waitFor(() => expect(connect).toHaveBeenCalledTimes(2))
    say('hello')
    await waitFor(() => expect(onOpen).toHaveBeenLastCalledWith(true, '{}'))
    hangUp()
    await waitFor(() => expect(connect).toHaveBeenCalledTimes(3))
    end()
  })

  it('the event stream reconnects after the connection is lost and reports that it resumed', async () => {
    const { connect, say, hangUp, onOpen, onEvent, end } = follow()
    await waitFor(() => expect(connect).toHaveBeenCalledTimes(1))
    say('hello')
    await waitFor(() => expect(onOpen).toHaveBeenCalledExactlyOnceWith(false, '{}'))
    hangUp()
    await waitFor(() => expect(connect).toHaveBeenCalledTimes(2))
    say('hello')
    say('change', { resource: 'videos' })
    await waitFor(() => expect(onOpen).toHaveBeenLastCalledWith(true, '{}'))
    await waitFor(() =>
      expect(onEvent).toHaveBeenCalledExactlyOnceWith({ event: 'change', data: '{"resource":"videos"}' }),
    )
    end()
  })

  it('the event stream reconnects when no data arrives within the stale timeout', async () => {
    const times = { firstRetry: 10, lastRetry: 20, stale: 60, hidden: 5_000 }
    const { connect, end } = follow({ times })
    await waitFor(() => expect(connect.mock.calls.length).toBeGreaterThan(1))
    end()
  })

  it.each([401, 403, 404])('the event stream stays closed after status %i', async status => {
    const connect = vi.fn(async () => new Response(null, { status }))
    const { end } = follow({ connect })
    await waitFor(() => expect(connect).toHaveBeenCalledTimes(1))
    await new Promise(resolve => setTimeout(resolve, 80))
    expect(connect).toHaveBeenCalledTimes(1)
    end()
  })

  it.each([
    ['a page with 200', new Response('<html>', { status: 200, headers: { 'Content-Type': 'text/html' } })],
    ['a page with 401', new Response('<html>', { status: 401, headers: { 'Content-Type': 'text/html' } })],
    ['a page with 404', new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } })],
  ])('the event stream retries after an HTML response (%s) and keeps the session', async (_, page) => {
    localStorage.setItem('vecto.session', 'r:token')
    const answer = vi.fn(async () => page.clone())
    vi.stubGlobal('fetch', answer)
    const backend = { apiUrl: async () => '/parse', token: async () => 'r:token' }
    const end = startLive(backend, new QueryClient(), () => undefined, 0)
    await waitFor(() => expect(answer.mock.calls.length).toBeGreaterThan(1), { timeout: 5_000 })
    end()
    expect(localStorage.getItem('vecto.session')).toBe('r:token')
    vi.unstubAllGlobals()
    localStorage.clear()
  })

  it('each connection of the event stream has a fresh token', async () => {
    localStorage.setItem('vecto.session', 'uid')
    const answer = vi.fn<typeof fetch>(async () => new Response('', { status: 502 }))
    vi.stubGlobal('fetch', answer)
    let given = 0
    const backend = { apiUrl: async () => '/parse', token: async () => `id-token-${++given}` }
    const end = startLive(backend, new QueryClient(), () => undefined, 0)
    await waitFor(() => expect(answer.mock.calls.length).toBeGreaterThan(1), { timeout: 5_000 })
    end()
    const tokens = answer.mock.calls.map(([, init]) => new Headers(init?.headers).get('Authorization'))
    expect(tokens.slice(0, 2)).toEqual(['Bearer id-token-1', 'Bearer id-token-2'])
    vi.unstubAllGlobals()
    localStorage.clear()
  })

  it('a closed event stream stays closed', async () => {
    const { connect, end } = follow()
    await waitFor(() => expect(connect).toHaveBeenCalledTimes(1))
    end()
    await new Promise(resolve => setTimeout(resolve, 80))
    expect(connect).toHaveBeenCalledTimes(1)
  })
})

const update = (resource: string, id: string) => ({ resource, id, op: 'update' }) as const

describe('queries invalidated by a change', () => {
  it.each([
    ['its record', ['vectos', 'getOne', { id: 'v/1' }], true],
    ['another record', ['vectos', 'getOne', { id: 'v/2' }], false],
    ['a part of its record', ['vectos', 'part', { id: 'v/1', key: 'log' }], true],
    ['lists of its resource', ['vectos', 'getList', { pagination: {} }], true],
    ['lists that refer to it', ['shares', 'getList', {}], true],
    ['the history', ['events', 'getList', {}], true],
    ['the counters of companies', ['companies', 'getOne', { id: 'c' }], true],
    ['lists of unrelated resources', ['medias', 'getList', {}], false],
    ['the address of its video file', ['vectos', 'shown', { id: 'v/1', path: 'lowFile' }], false],
  ])('the change of a record affects the query for %s (%j): %s', (_, key, touched) => {
    expect(isAffected(key, update('vectos', 'v/1'))).toBe(touched)
  })

  it('a change affects the company counters that its resource declares', () => {
    const company = ['companies', 'getOne', { id: 'c' }]
    const counted = resourceNames.filter(name => isAffected(company, update(name, 'a')))
    expect(counted).toEqual(['purchases', 'users', 'vectos'])
    const declared = resourceNames.flatMap(name => resourceOf(name).countersIn ?? [])
    expect(declared.every(isResourceName)).toBe(true)
  })

  it('a change does not invalidate the record loaded into a form', () => {
    const form = ['videos', 'getOne', { id: 'w1', meta: { also: undefined } }]
    expect(isAffected(form, update('videos', 'w1'))).toBe(false)
  })

  it('a deletion does not refetch the deleted record', () => {
    expect(
      isAffected(['videos', 'getOne', { id: 'w1' }], { resource: 'videos', id: 'w1', op: 'delete' }),
    ).toBe(false)
  })
})

describe('events of the stream', () => {
  it('a progress event updates cached records without a request', () => {
    const queries = new QueryClient()
    const row = { id: 'w1', name: 'Quay', status: 'pending' }
    const asking = vi.spyOn(queries, 'invalidateQueries')
    queries.setQueryData(['videos', 'getOne', { id: 'w1' }], row)
    queries.setQueryData(['videos', 'getList', {}], { data: [row, { id: 'w2' }], total: 2 })
    const progress = { done: 0.5, secondsLeft: 9, stage: 'playable' }
    noteProgress(queries, { resource: 'videos', id: 'w1', progress, status: 'converting' })
    const now = { ...row, status: 'converting', progress }
    expect(queries.getQueryData(['videos', 'getOne', { id: 'w1' }])).toEqual(now)
    expect(queries.getQueryData(['videos', 'getList', {}])).toEqual({ data: [now, { id: 'w2' }], total: 2 })
    expect(asking).not.toHaveBeenCalled()
  })

  it('a burst of change events invalidates queries once', async () => {
    const queries = new QueryClient()
    const asking = vi.spyOn(queries, 'invalidateQueries')
    const { onEvent } = changesFor(queries)
    for (let index = 0; index < 30; index++)
      onEvent({ event: 'change', data: JSON.stringify(update('videos', `w${index}`)) })
    onEvent({ event: 'change', data: 'no json' })
    onEvent({ event: 'change', data: '{"resource":7}' })
    await waitFor(() => expect(asking).toHaveBeenCalledTimes(1))
    const predicate = asking.mock.calls[0]?.[0]?.predicate
    expect(predicate?.({ queryKey: ['videos', 'getOne', { id: 'w29' }] } as never)).toBe(true)
  })
})

describe('notifications', () => {
  beforeEach(() => sessionStorage.clear())

  const notification = (id: string, at: string) => JSON.stringify({ id, title: `About ${id}`, at })

  it('a notification received twice is shown once', () => {
    const hear = vi.fn()
    const { onNotification } = showNotifications(hear)
    for (const id of ['a', 'b', 'a']) onNotification(notification(id, '2026-01-01T00:00:00.000Z'))
    onNotification('no json')
    onNotification('{"title":7}')
    expect(hear.mock.calls).toEqual([[{ title: 'About a', body: '' }], [{ title: 'About b', body: '' }]])
  })

  it('a notification shown before a reload of the tab is not shown again', () => {
    showNotifications(vi.fn()).onNotification(notification('c', '2026-01-01T00:00:00.000Z'))
    const hear = vi.fn()
    const reloaded = showNotifications(hear)
    for (const id of ['c', 'd']) reloaded.onNotification(notification(id, '2026-01-01T00:00:01.000Z'))
    expect(hear.mock.calls).toEqual([[{ title: 'About d', body: '' }]])
  })

  it('notifications are requested since the server time of the last event', () => {
    const { since, onHello, onNotification } = showNotifications(vi.fn())
    expect(since()).toBeUndefined()
    onHello('{"version":"1","at":"2026-01-01T00:00:00.000Z"}')
    expect(since()).toBe('2026-01-01T00:00:00.000Z')
    onNotification(notification('a', '2026-01-01T00:01:00.000Z'))
    expect(since()).toBe('2026-01-01T00:01:00.000Z')
  })
})
