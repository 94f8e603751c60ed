import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Vecto } from '~/model/record-of'
import { formOfOrder } from '~/model/vecto-order'
import { failed, lastGood, underWay, vectoStatuses, way, withStep } from '~/model/video/processing-states'
import {
  checkOffsets,
  endOf,
  isReserved,
  readNewName,
  roundedDuration,
  secondsOf,
  staysUsed,
} from '~/server/features/vectos/vecto-hooks'

describe('the clip range of a 3D video', () => {
  const check = (offsetStart: number, offsetEnd: number, duration: number, film: number | null = 60) =>
    checkOffsets({ offsetStart, offsetEnd, duration }, { duration: film })

  it.each([
    [0, 60, 60],
    [0, 0.04, 0.04],
    [59.9, 60, 0.1],
    [0, 60.05, 60.05],
    [10, 20, 10.049],
    [10, 20, 9.951],
    [2.9, 4.9, 4.9 - 2.9],
  ])('accepts a clip from %d s to %d s with a declared duration of %d s', (start, end, length) => {
    expect(() => check(start, end, length)).not.toThrow()
  })

  it.each([
    [10, 10, 0, { offsetEnd: 'before_start' }],
    [10, 9.9, -0.1, { offsetEnd: 'before_start' }],
    [10, 20, 10.06, { duration: 'invalid' }],
    [10, 20, 9.94, { duration: 'invalid' }],
    [10, 20, 0, { duration: 'invalid' }],
    [0, 60.06, 60.06, { offsetEnd: 'too_large' }],
    [60, 70, 10, { offsetEnd: 'too_large' }],
  ])(
    'rejects a clip from %d s to %d s with a declared duration of %d s: %j',
    (start, end, length, fields) => {
      expect(() => check(start, end, length)).toThrow(
        expect.objectContaining({ code: 'validation', details: { fields } }),
      )
    },
  )

  it('accepts a clip of any length when the source duration is unknown', () => {
    expect(() => check(0, 1e5, 1e5, null)).not.toThrow()
  })
})

describe('the seconds that a 3D video uses', () => {
  it.each([
    [0.001, 1],
    [1, 1],
    [1.001, 2],
    [60, 60],
    [59.999, 60],
    ['60.5', 61],
  ])('rounds a duration of %j s up to %d whole seconds', (duration, seconds) => {
    expect(secondsOf({ duration })).toBe(seconds)
  })

  it.each([
    [2.9, 4.9, 2],
    [4.3, 8.3, 4],
    [7.8, 8.8, 1],
    [0.7, 60.7, 60],
    [0, 2.001, 3],
  ])('rounds a clip from %d s to %d s to %d seconds despite floating-point errors', (start, end, seconds) => {
    expect(secondsOf({ duration: roundedDuration(end - start) })).toBe(seconds)
  })

  it.each(['5', null, undefined, Number.NaN, true])(
    'leaves a duration that is no number unchanged: %j',
    duration => {
      expect(roundedDuration(duration)).toBe(duration)
    },
  )

  it('reserves seconds while a 3D video is in progress; they stay used unless it fails or is refunded', () => {
    for (const status of vectoStatuses)
      expect([status, isReserved({ status })]).toEqual([status, underWay.includes(status)])
    const kept = vectoStatuses.filter(status => staysUsed({ status, refunded: false }))
    expect(kept).toEqual(vectoStatuses.filter(status => !failed.includes(status)))
    expect(vectoStatuses.filter(status => staysUsed({ status, refunded: true }))).toEqual([])
  })
})

describe('a new name of a 3D video', () => {
  const completed = { name: 'Quay', status: 'completed' } as const
  const rename = (newname: unknown, more = {}) => readNewName(completed, { newname, ...more })

  it.each([
    ['Harbour', 'Harbour'],
    ['  Harbour \n', 'Harbour'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['quay', 'quay'],
  ])('accepts %j as a new name of a 3D video', (given, name) => {
    expect(rename(given)).toBe(name)
    expect(rename(given, { status: 'renaming' })).toBe(name)
  })

  it('returns no new name for a change of other fields', () => {
    expect(readNewName(completed, {})).toBeUndefined()
  })

  it.each([
    ['', 'required'],
    ['   ', 'required'],
    [null, 'required'],
    [7, 'required'],
    [['Harbour'], 'required'],
    ['x'.repeat(201), 'too_long'],
    ['Quay', 'same'],
    [' Quay ', 'same'],
  ])('rejects %j as a new name of a 3D video: %s', (given, newname) => {
    expect(() => rename(given)).toThrow(expect.objectContaining({ details: { fields: { newname } } }))
  })

  it('refuses a rename that sets another status than renaming', () => {
    for (const status of ['completed', 'new', '', null])
      expect(() => rename('Harbour', { status })).toThrow(
        expect.objectContaining({ code: 'forbidden_fields' }),
      )
  })

  it.each(vectoStatuses.filter(status => status !== 'completed'))(
    'refuses to rename a 3D video in the status %s',
    status => {
      expect(() => readNewName({ name: 'Quay', status }, { newname: 'Harbour' })).toThrow(
        expect.objectContaining({ code: 'state', details: { params: { from: status, to: 'renaming' } } }),
      )
    },
  )
})

describe('the history of a 3D video', () => {
  afterEach(() => void vi.useRealTimers())

  it('gives each history step a unique timestamp, even when the clock stands still or goes back', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T12:00:00Z') })
    const two = withStep(withStep(null, 'new', '', ''), 'pending', 'w', 'os')
    vi.setSystemTime(Date.parse('2026-11-27T11:00:00Z'))
    expect(withStep(two, 'ko', '', '')).toEqual({
      '2026-11-27T12:00:00.000Z': { status: 'new', worker: '', os: '' },
      '2026-11-27T12:00:00.001Z': { status: 'pending', worker: 'w', os: 'os' },
      '2026-11-27T12:00:00.002Z': { status: 'ko', worker: '', os: '' },
    })
  })

  it('resumes a failed 3D video before the step in which it failed', () => {
    const historyOf = (...statuses: string[]) =>
      statuses.reduce<unknown>((events, status) => withStep(events, status, '', ''), null)
    for (const [index, status] of way.slice(0, -1).entries())
      expect(lastGood(historyOf(...way.slice(0, index + 1), 'ko'))).toBe(
        way[Math.max(0, way.indexOf(status) - 1)],
      )
    expect(lastGood(historyOf('new', 'pending', 'downloading', 'ko', 'pending', 'timeout'))).toBe('new')
    for (const events of [null, undefined, [], {}, 'x', { a: null }, historyOf('ko')])
      expect(lastGood(events)).toBe('new')
  })
})

describe('the notification of an ended 3D video', () => {
  type Status = Vecto['status']
  const told = (from: Status, to: Status, reasonCode: string | null) =>
    endOf({ status: from, reasonCode: null }, { status: to, reasonCode })

  it.each([
    ['uploading', 'completed', null, 'vectoCompleted'],
    ['renaming', 'completed', null, undefined],
    ['completed', 'renaming', null, undefined],
    ['completed', 'completed', null, undefined],
    ['pending', 'trimming', null, undefined],
    ['pending', 'ko', 'file_missing', 'vectoFailed'],
    ['new', 'timeout', 'too_slow', 'vectoFailed'],
    ['new', 'ko', null, 'vectoFailed'],
    ['pending', 'ko', 'cancelled', undefined],
    ['ko', 'ko', 'internal', undefined],
    ['ko', 'new', null, undefined],
  ] as const)('the notification kind for a change from %s to %s (%s) is %s', (from, to, reason, kind) => {
    expect(told(from, to, reason)).toBe(kind)
  })
})

describe('the frame rate of an order', () => {
  it.each([
    [29.97, 30],
    [0.4, 1],
    [0.5, 1],
    [239.76, 240],
    [480, 240],
    [null, 0],
    [0, 0],
  ])('rounds a source frame rate of %s to %d, within 1 to 240, or 0 when unknown', (framerate, frames) => {
    const video = { uid: 'v', name: 'Quay', duration: 10, framerate }
    expect(formOfOrder({ mode: 'fast', offsetStart: 0 }, video).framerate).toBe(frames)
  })
})
