import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '~/cli/api'
import { openMemory } from '~/cli/make-once'
import { reportTo, textsOf } from '~/cli/report'
import { createVecto, vectosUnderWay, watchVecto } from '~/cli/vectos'

type Made = { readonly path: string; readonly body: object }

/** A server that returns these records in turn; the last one repeats. */
const serverOf = (records: readonly unknown[], listed: readonly unknown[] = []) => {
  const [asked, made, searched]: [string[], Made[], unknown[]] = [[], [], []]
  const get = async (path: string) => {
    asked.push(path)
    return records[asked.length - 1] ?? records.at(-1)
  }
  const api: Api = {
    connection: { url: 'http://server', token: 'vecto_' },
    get,
    find: get,
    wait: async () => undefined,
    whoAmI: async () => ({ company: undefined }),
    list: async (path, q) => {
      searched.push([path, q])
      return listed
    },
    create: async (path, body) => {
      made.push({ path, body })
      return `made${made.length}`
    },
  }
  const lines: string[] = []
  const out = { isTTY: true, columns: 200, write: (text: string) => lines.push(text) > 0 }
  const report = reportTo(out, textsOf('en'))
  const said = () => lines.filter(line => line !== '\r\u001b[2K').map(line => line.trimEnd())
  return { api, asked, made, searched, said, report, work: { api, report, journal: openMemory('server') } }
}

const prepared = { uid: 'v1', name: 'Beach', status: 'completed', duration: 10.019, framerate: 29.97 }
const order = { mode: 'parallax', offsetStart: 1 }
const vectoOf = (uid: string, more: object) => ({ uid, video: { ref: 'videos/v1' }, ...more })

let waited: number[] = []
beforeEach(() => {
  waited = []
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (milliseconds, value) => {
    waited.push(Number(milliseconds))
    return value
  })
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

describe('creation of a 3D video', () => {
  it('requests a 3D video up to the end of its source, at the nearest supported frame rate', async () => {
    const { work, made } = serverOf([prepared])
    expect(await createVecto(work, 'videos/v1', order)).toBe('videos/v1/vectos/made1')
    expect(made).toEqual([
      {
        path: 'videos3d',
        body: {
          video: { ref: 'videos/v1' },
          name: 'Beach',
          mode: 'parallax',
          offsetStart: 1,
          offsetEnd: 10.01,
          duration: 9.01,
          framerate: 30,
        },
      },
    ])
  })

  it.each([
    ['the requested end', { offsetEnd: 4.5 }, { offsetEnd: 4.5, duration: 3.5 }],
    [
      'the end of the source when a later one is requested',
      { offsetEnd: 99 },
      { offsetEnd: 10.01, duration: 9.01 },
    ],
    ['the requested frame rate', { framerate: 60 }, { framerate: 60 }],
  ])('a requested 3D video has %s', async (_what, wish, expected) => {
    const { work, made } = serverOf([prepared])
    await createVecto(work, 'videos/v1', { ...order, ...wish })
    expect(made[0]?.body).toMatchObject(expected)
  })

  it('createVecto waits until the 360° video is prepared', async () => {
    const { work, asked, said } = serverOf([
      { name: 'Beach', status: 'pending' },
      { name: 'Beach', status: 'converting' },
      prepared,
    ])
    await createVecto(work, 'videos/v1', order)
    expect([asked, waited]).toEqual([
      ['videos/v1', 'videos/v1', 'videos/v1'],
      [2000, 2000],
    ])
    expect(said()).toEqual([
      'Beach: being prepared',
      'Beach: being prepared',
      'Beach: 3D video videos/v1/vectos/made1 asked for',
    ])
  })

  it.each([
    [
      'its reason has no code',
      { name: 'Beach', status: 'ko', reason: 'Said by hand' },
      'Beach',
      'Said by hand',
    ],
    [
      'its code is of a later version',
      { name: 'Beach', status: 'ko', reasonCode: 'unheard_of', reason: 'New' },
      'Beach',
      'New',
    ],
    ['it has no name', { uid: 'v1', status: 'timeout', reason: 'Too slow' }, 'v1', 'Too slow'],
    ['it has neither name nor reason', { status: 'cancelled' }, '', ''],
    ['it is no record', 'gone', '', ''],
  ])('creates no 3D video from an unusable 360° video when %s', async (_what, record, name, reason) => {
    const { work, made, said } = serverOf([record])
    expect(await createVecto(work, 'videos/v1', order)).toBeUndefined()
    expect([made, waited]).toEqual([[], []])
    expect(said()).toEqual([`${name}: cannot be used: ${reason}`.trimEnd()])
  })

  it('creates a 3D video once per run for the same settings', async () => {
    const { work, made } = serverOf([prepared])
    const first = await createVecto(work, 'videos/v1', order)
    expect(await createVecto(work, 'videos/v1', { ...order })).toBe(first)
    expect(await createVecto(work, 'videos/v1', { ...order, offsetStart: 2 })).toBe('videos/v1/vectos/made2')
    expect(made).toHaveLength(2)
  })

  it('journals the existing 3D videos with the same settings, whatever their names', async () => {
    const same = { mode: 'parallax', offsetStart: 1, offsetEnd: 10.01, framerate: 30 }
    const { api, report, searched } = serverOf(
      [prepared],
      [
        vectoOf('a', { ...same, name: 'Another name' }),
        vectoOf('b', { ...same, mode: 'mono' }),
        vectoOf('c', { ...same, offsetEnd: 10 }),
        'damaged',
      ],
    )
    const journal = openMemory('server')
    const key = 'videos/v1 parallax 1 10.01 30'
    const noted: unknown[] = []
    const noting = {
      ...journal,
      note: (what: string, change: Parameters<typeof journal.note>[1]) => {
        noted.push([what, change.asked?.there])
        journal.note(what, change)
      },
    }
    await createVecto({ api, report, journal: noting }, 'videos/v1', order)
    expect(searched).toEqual([['videos3d', { video: 'videos/v1' }]])
    expect(noted[0]).toEqual([key, ['videos/v1/vectos/a']])
    expect(journal.of(key).made).toBe('videos/v1/vectos/made1')
  })
})

describe('watching a 3D video', () => {
  const watch = async (...records: readonly unknown[]) => {
    const { api, report, said } = serverOf(records)
    return { completed: await watchVecto(api, report, 'videos/v1/vectos/a'), said: said() }
  }
  const name = 'Beach'

  it.each([
    ['completed', { status: 'completed' }, true, 'Beach: completed'],
    ['failed', { status: 'ko', reason: 'No frames' }, false, 'Beach: failed: No frames'],
    ['timed out', { status: 'timeout', reason: 'Too slow' }, false, 'Beach: failed: Too slow'],
    ['failed without a reason', { status: 'ko' }, false, 'Beach: failed:'],
  ])('stops watching a 3D video that is %s', async (_what, record, completed, line) => {
    expect(await watch({ name, ...record })).toEqual({ completed, said: [line] })
    expect(waited).toEqual([])
  })

  it('reports the grade of a completed 3D video', async () => {
    const { said } = await watch({ name, status: 'completed', grade: 'good' })
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/^Beach: completed, grade \S+$/)
  })

  it('polls a 3D video every two seconds and reports its progress', async () => {
    const { completed, said } = await watch(
      { name, status: 'pending' },
      { name, status: 'processing', progress: { done: 0.25 } },
      { name, status: 'processing', progress: { done: 0.5, secondsLeft: 90 } },
      { name, status: 'processing', progress: { done: 'half', secondsLeft: 'soon' } },
      { name, status: 'completed' },
    )
    expect([completed, waited]).toEqual([true, [2000, 2000, 2000, 2000]])
    expect(said.slice(0, 4).map(line => /\d+%/.exec(line)?.[0])).toEqual(['0%', '25%', '50%', '0%'])
    expect(said.map(line => line.includes('2 min'))).toEqual([false, false, true, false, false])
  })

  it('keeps polling a 3D video in an unknown status', async () => {
    const { completed, said } = await watch({ name, status: 'polishing' }, { name, status: 'completed' })
    expect([completed, said[0]?.includes('polishing')]).toEqual([true, true])
  })
})

describe('3D videos in progress', () => {
  it('vectosUnderWay returns 3D videos by their path under the 360° video', async () => {
    const { api, searched } = serverOf([], [vectoOf('a', {}), vectoOf('b', { video: { ref: 'videos/v2' } })])
    expect(await vectosUnderWay(api)).toEqual(['videos/v1/vectos/a', 'videos/v2/vectos/b'])
    expect(searched).toEqual([
      ['videos3d', { status: expect.arrayContaining(['new', 'uploading', 'converting']) }],
    ])
    expect(JSON.stringify(searched)).not.toMatch(/completed|renaming|timeout|ko"/)
  })

  it('vectosUnderWay returns an empty list when none is in progress', async () => {
    expect(await vectosUnderWay(serverOf([]).api)).toEqual([])
  })
})
