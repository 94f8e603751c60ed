import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiOf } from '~/cli/api'
import { madeBefore, makeOnce, openMemory, type Search, type Work } from '~/cli/make-once'

type Answer = () => Response

const gateway = () => new Response('', { status: 502 })
const created = () => Response.json({ uid: 'asked' })
const busy = () => Response.json({ code: 'unavailable' }, { status: 503, headers: { 'Retry-After': '5' } })
const limited = () =>
  Response.json({ code: 'too_many_requests' }, { status: 429, headers: { 'Retry-After': '7' } })
const running = () =>
  Response.json({ code: 'idempotency_running' }, { status: 409, headers: { 'Retry-After': '3' } })
const failing = () => Response.json({ code: 'server_error' }, { status: 500 })
const refusing = () => Response.json({ code: 'validation' }, { status: 422 })
const gone = () => Response.json({ code: 'not_found' }, { status: 404 })
const portal = () => new Response('<h1>Welcome to our network</h1>')
const lost = () => {
  throw new TypeError('fetch failed')
}

type Sent = {
  readonly at: number
  readonly method: string
  readonly key: string | null
  readonly body: string
}

/** A run against a server that gives these answers, in order; the last goes on. */
const runOf = (answers: readonly Answer[]) => {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (_address: string, { method, headers, body }: RequestInit) => {
    const key = new Headers(headers).get('Idempotency-Key')
    sent.push({ at: Date.now() / 1000, method: String(method), key, body: String(body) })
    return (answers[sent.length - 1] ?? answers.at(-1) ?? created)()
  })
  const api = apiOf({ url: 'http://server', token: 'vecto_' }, () => undefined)
  const report = { progress: () => undefined } as Partial<Work['report']> as Work['report']
  const work: Work = { api, report, journal: openMemory('http://server') }
  const make = (name = 'One', find?: Search) =>
    makeOnce(work, 'video', { list: 'videos360', form: { name }, under: 'videos' }, find)
  return { make, earlier: (find?: Search) => madeBefore(work, 'video', find), journal: work.journal, sent }
}

const keysOf = (sent: readonly Sent[]) => [...new Set(sent.map(({ key }) => key))]

/** Waiting takes no time but on the clock. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (milliseconds, value) => {
    vi.setSystemTime(Date.now() + Number(milliseconds))
    return value
  })
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a record that is asked for', () => {
  it.each([
    ['a gateway answers', gateway],
    ['the connection is lost', lost],
    ['a network’s own page answers', portal],
    ['too much waits', busy],
    ['a limit is reached', limited],
    ['the first request is at work', running],
  ])('is asked for again with the same key and form where %s', async (_name, answer) => {
    const { make, sent, journal } = runOf([answer, created])
    expect(await make()).toBe('videos/asked')
    expect([sent.length, keysOf(sent), new Set(sent.map(({ body }) => body)).size]).toEqual([
      2,
      [expect.stringMatching(/^[\w-]{36}$/)],
      1,
    ])
    expect(journal.of('video')).toMatchObject({ made: 'videos/asked', asked: undefined })
  })

  it.each([
    ['too much waits', busy, 5],
    ['a limit is reached', limited, 7],
    ['the first request is at work', running, 3],
  ])('is asked for again when the server says, where %s', async (_name, answer, seconds) => {
    const { make, sent } = runOf([answer, created])
    await make()
    expect(Number(sent[1]?.at) - Number(sent[0]?.at)).toBeCloseTo(seconds, 1)
  })

  it('is asked for with another key where it was made, and where it was refused', async () => {
    const { make, sent } = runOf([created, refusing, created])
    await make()
    await expect(make()).rejects.toMatchObject({ status: 422 })
    await make()
    expect(keysOf(sent)).toHaveLength(3)
  })

  it('is asked for with the noted key and form by the next run where the server failed', async () => {
    const { make, earlier, sent } = runOf([failing, created])
    await expect(make()).rejects.toMatchObject({ status: 500 })
    expect(await earlier()).toBe('videos/asked')
    expect(keysOf(sent.slice(0, 2))).toHaveLength(1)
    expect(sent[1]?.body).toBe(sent[0]?.body)
  })
})

describe('a record whose key the server may have forgotten', () => {
  const [DAY, HOUR] = [24 * 3_600_000, 3_600_000]
  /** A run that failed, with what was there before it, and a later one that finds these. */
  const laterRun = async (pause: number, found: readonly string[], answers: readonly Answer[]) => {
    const { make, earlier, sent } = runOf([failing, ...answers])
    await expect(make('One', async () => ['videos/other'])).rejects.toMatchObject({ status: 500 })
    vi.setSystemTime(Date.now() + pause)
    const taken = await earlier(async () => found)
    return { taken, posts: sent.filter(({ method }) => method === 'POST') }
  }

  it('is the first like it that was made since', async () => {
    const found = ['videos/newest', 'videos/first', 'videos/other']
    for (const pause of [DAY, 100 * DAY, -HOUR]) {
      const { taken, posts } = await laterRun(pause, found, [created])
      expect([taken, posts.length]).toEqual(['videos/first', 1])
    }
  })

  it('is asked for again where none was made since', async () => {
    const { taken, posts } = await laterRun(DAY, ['videos/other'], [created])
    expect([taken, posts.length, keysOf(posts).length]).toEqual(['videos/asked', 2, 1])
  })

  it('is looked for also by the run that asked, where the server was away for a day', async () => {
    const away: Answer = () => {
      vi.setSystemTime(Date.now() + DAY)
      return gateway()
    }
    const found = [['videos/other'], ['videos/first', 'videos/other']]
    const { make, sent } = runOf([away, created])
    expect(await make('One', async () => found.shift() ?? [])).toBe('videos/first')
    expect(sent).toHaveLength(1)
  })

  it('is known by its key before that, whatever else was made', async () => {
    const { taken, posts } = await laterRun(22 * HOUR, ['videos/newest', 'videos/other'], [created])
    expect([taken, posts.length, keysOf(posts).length]).toEqual(['videos/asked', 2, 1])
  })
})

describe('what an earlier run made', () => {
  it('is asked for anew where it is gone', async () => {
    const { make, earlier, sent, journal } = runOf([created, gone, created])
    await make()
    expect(await earlier()).toBeUndefined()
    expect(journal.of('video').made).toBeUndefined()
    await make()
    expect(keysOf(sent.filter(({ method }) => method === 'POST'))).toHaveLength(2)
  })

  it('is nothing where the repeated request is refused', async () => {
    const { make, earlier, journal } = runOf([failing, refusing])
    await expect(make()).rejects.toMatchObject({ status: 500 })
    expect(await earlier()).toBeUndefined()
    expect(journal.of('video').asked).toBeUndefined()
  })
})
