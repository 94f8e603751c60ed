import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiOf } from '~/cli/api'
import { openMemory } from '~/cli/journal'
import { makeOnce, type Work } from '~/cli/make-once'

vi.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds),
}))

type Scene = {
  /** Answers to the requests, in order; the last goes on. */
  readonly answers: readonly (() => Response)[]
  /** Seconds after the first request at which its record is there. */
  readonly madeAfter?: number
}

const gateway = () => new Response('', { status: 502 })
const created = () => Response.json({ uid: 'asked' })
const busy = () => Response.json({ code: 'unavailable' }, { status: 503, headers: { 'Retry-After': '5' } })
const limited = () =>
  Response.json({ code: 'too_many_requests' }, { status: 429, headers: { 'Retry-After': '7' } })
const failing = () => Response.json({ code: 'server_error' }, { status: 500 })
const refusing = () => Response.json({ code: 'validation' }, { status: 422 })
const portal = () => new Response('<h1>Welcome to our network</h1>')
const lost = () => {
  throw new TypeError('fetch failed')
}

/** The server of a scene: one record was there before. */
const sceneOf = ({ answers, madeAfter = Number.POSITIVE_INFINITY }: Scene) => {
  const asked: number[] = []
  vi.stubGlobal('fetch', async () => {
    asked.push(Date.now() / 1000)
    return (answers[asked.length - 1] ?? answers.at(-1) ?? created)()
  })
  const api = apiOf({ url: 'http://server', token: 'vecto_' }, () => undefined)
  const report = { progress: () => undefined } as Partial<Work['report']> as Work['report']
  const work: Work = { api, report, journal: openMemory('http://server'), user: 'users/one' }
  const making = {
    key: 'video',
    name: 'Video',
    look: async () => {
      const isMade = asked[0] !== undefined && Date.now() / 1000 - asked[0] >= madeAfter
      return isMade ? ['videos/late', 'videos/before'] : ['videos/before']
    },
    ask: async () => `videos/${await api.create('videos360', {})}`,
  }
  return { make: () => makeOnce(work, making), journal: work.journal, asked }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a record that is asked for', () => {
  it.each([
    ['a gateway answers', gateway],
    ['the connection is lost', lost],
    ['a network’s own page answers', portal],
  ])('is not asked for again where %s and it is made later', async (_name, answer) => {
    const { make, asked, journal } = sceneOf({ answers: [answer], madeAfter: 40 })
    expect(await make()).toBe('videos/late')
    expect(asked).toHaveLength(1)
    expect(journal.of('video')).toMatchObject({ made: 'videos/late', asked: undefined })
  })

  it('is asked for again once no server can make it any more', async () => {
    const { make, asked } = sceneOf({ answers: [gateway, created] })
    expect(await make()).toBe('videos/asked')
    expect(asked).toHaveLength(2)
    expect(Number(asked[1]) - Number(asked[0])).toBeGreaterThanOrEqual(65)
  })

  it.each([
    ['too much waits', busy, 5],
    ['a limit is reached', limited, 7],
  ])('is asked for again when the server says, where %s', async (_name, answer, seconds) => {
    const { make, asked } = sceneOf({ answers: [answer, created] })
    expect(await make()).toBe('videos/asked')
    expect(Number(asked[1]) - Number(asked[0])).toBeCloseTo(seconds, 1)
  })

  it('is taken where a busy server had made it all the same', async () => {
    const { make, asked } = sceneOf({ answers: [busy], madeAfter: 0 })
    expect(await make()).toBe('videos/late')
    expect(asked).toHaveLength(1)
  })

  it('is looked for by the next run where the server failed', async () => {
    const { make, asked } = sceneOf({ answers: [failing, created], madeAfter: 3 })
    await expect(make()).rejects.toMatchObject({ status: 500 })
    expect(await make()).toBe('videos/late')
    expect(asked).toHaveLength(1)
  })

  it('is not looked for where the server refused it', async () => {
    const { make, asked, journal } = sceneOf({ answers: [refusing, created] })
    await expect(make()).rejects.toMatchObject({ status: 422 })
    expect(journal.of('video').asked).toBeUndefined()
    const before = Date.now()
    expect(await make()).toBe('videos/asked')
    expect([asked.length, Date.now() - before < 1000]).toEqual([2, true])
  })

  it('is not waited for longer where the clock was set back', async () => {
    const { make, asked, journal } = sceneOf({ answers: [created] })
    const until = Date.now() + 86_400_000
    journal.note('video', { asked: { by: 'users/one', before: ['videos/before'], until } })
    const before = Date.now()
    expect(await make()).toBe('videos/asked')
    expect(asked).toHaveLength(1)
    expect((Date.now() - before) / 1000).toBeLessThan(70)
  })
})
