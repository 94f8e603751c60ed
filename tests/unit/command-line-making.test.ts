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

/** A run against a server that returns these responses in order; the last one repeats. */
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

/** Timers resolve immediately and only advance the clock. */
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

describe('creation of a record', () => {
  it.each([
    ['a gateway error', gateway],
    ['a lost connection', lost],
    ['a page of the network', portal],
    ['a full queue', busy],
    ['a rate limit', limited],
    ['a first request that still runs', running],
  ])('repeats the creation with the same idempotency key and body after %s', async (_name, answer) => {
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
    ['a full queue', busy, 5],
    ['a rate limit', limited, 7],
    ['a first request that still runs', running, 3],
  ])('repeats the creation after the Retry-After of %s', async (_name, answer, seconds) => {
    const { make, sent } = runOf([answer, created])
    await make()
    expect(Number(sent[1]?.at) - Number(sent[0]?.at)).toBeCloseTo(seconds, 1)
  })

  it('uses a new idempotency key after a successful and after a rejected creation', async () => {
    const { make, sent } = runOf([created, refusing, created])
    await make()
    await expect(make()).rejects.toMatchObject({ status: 422 })
    await make()
    expect(keysOf(sent)).toHaveLength(3)
  })

  it('the next run repeats the journaled key and body after a server error', async () => {
    const { make, earlier, sent } = runOf([failing, created])
    await expect(make()).rejects.toMatchObject({ status: 500 })
    expect(await earlier()).toBe('videos/asked')
    expect(keysOf(sent.slice(0, 2))).toHaveLength(1)
    expect(sent[1]?.body).toBe(sent[0]?.body)
  })
})

describe('creation whose idempotency key may have expired', () => {
  const [DAY, HOUR] = [24 * 3_600_000, 3_600_000]
  /** A run that failed, with the records that existed before it, and a later run that finds these. */
  const laterRun = async (pause: number, found: readonly string[], answers: readonly Answer[]) => {
    const { make, earlier, sent } = runOf([failing, ...answers])
    await expect(make('One', async () => ['videos/other'])).rejects.toMatchObject({ status: 500 })
    vi.setSystemTime(Date.now() + pause)
    const taken = await earlier(async () => found)
    return { taken, posts: sent.filter(({ method }) => method === 'POST') }
  }

  it('takes the first matching record that was created since the request', async () => {
    const found = ['videos/newest', 'videos/first', 'videos/other']
    for (const pause of [DAY, 100 * DAY, -HOUR]) {
      const { taken, posts } = await laterRun(pause, found, [created])
      expect([taken, posts.length]).toEqual(['videos/first', 1])
    }
  })

  it('repeats the creation when no matching record was created since the request', async () => {
    const { taken, posts } = await laterRun(DAY, ['videos/other'], [created])
    expect([taken, posts.length, keysOf(posts).length]).toEqual(['videos/asked', 2, 1])
  })

  it('the same run searches for the record after the server was down for a day', async () => {
    const away: Answer = () => {
      vi.setSystemTime(Date.now() + DAY)
      return gateway()
    }
    const found = [['videos/other'], ['videos/first', 'videos/other']]
    const { make, sent } = runOf([away, created])
    expect(await make('One', async () => found.shift() ?? [])).toBe('videos/first')
    expect(sent).toHaveLength(1)
  })

  it('relies on the idempotency key before it expires, even when other records match', async () => {
    const { taken, posts } = await laterRun(22 * HOUR, ['videos/newest', 'videos/other'], [created])
    expect([taken, posts.length, keysOf(posts).length]).toEqual(['videos/asked', 2, 1])
  })
})

describe('records created by an earlier run', () => {
  it('creates a record again after the earlier one was deleted', async () => {
    const { make, earlier, sent, journal } = runOf([created, gone, created])
    await make()
    expect(await earlier()).toBeUndefined()
    expect(journal.of('video').made).toBeUndefined()
    await make()
    expect(keysOf(sent.filter(({ method }) => method === 'POST'))).toHaveLength(2)
  })

  it('forgets the journaled request when its repetition is rejected', async () => {
    const { make, earlier, journal } = runOf([failing, refusing])
    await expect(make()).rejects.toMatchObject({ status: 500 })
    expect(await earlier()).toBeUndefined()
    expect(journal.of('video').asked).toBeUndefined()
  })
})
