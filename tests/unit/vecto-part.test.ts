import { describe, expect, it } from 'vitest'
import {
  clockOf,
  costOf,
  frameOf,
  keyMoves,
  moveEnd,
  nearerEnd,
  pictureAt,
  readClock,
  readTimeline,
  secondsOf,
  sourceVideoOf,
} from '~/src/features/vectos/create/clip-range'
import {
  minutesAndSeconds,
  roughly,
  secondsLeftOf,
  timeToMake,
} from '~/src/features/vectos/create/cost-panel'

const film = sourceVideoOf(4, 30)

describe('the first and the last image', () => {
  const cut = { start: 30, end: 60 }

  it('never cross, and lie an image apart at least', () => {
    expect(moveEnd(cut, 'start', 99, film)).toEqual({ start: 59, end: 60 })
    expect(moveEnd(cut, 'end', 0, film)).toEqual({ start: 30, end: 31 })
    expect(moveEnd(cut, 'start', -5, film).start).toBe(0)
    expect(moveEnd(cut, 'end', 1e9, film).end).toBe(120)
  })

  it('in seconds come back to the same images', () => {
    for (const rate of [23.976, 25, 29.97, 30, 59.94, 60]) {
      const long = sourceVideoOf(600, rate)
      for (let frame = 0; frame <= long.last; frame += 13)
        expect(frameOf(secondsOf(frame, long), long), `${frame} at ${rate}`).toBe(frame)
    }
  })

  it('never lie behind the film, whatever its rate', () => {
    for (const rate of [23.976, 29.97, 30, 59.94])
      for (const seconds of [0.5, 4, 12.34, 599.97]) {
        const short = sourceVideoOf(seconds, rate)
        expect(secondsOf(short.last, short)).toBeLessThanOrEqual(seconds + 0.001)
      }
  })

  it('of a film whose rate is not known are those of a usual one', () => {
    expect(sourceVideoOf(2, 0)).toEqual({ rate: 30, last: 60 })
    expect(sourceVideoOf(0.001, 30).last).toBe(1)
  })

  it('are meant by what lies nearer', () => {
    expect(nearerEnd(cut, 31)).toBe('start')
    expect(nearerEnd(cut, 50)).toBe('end')
    expect(nearerEnd({ start: 59, end: 60 }, 10)).toBe('start')
    expect(nearerEnd({ start: 59, end: 60 }, 100)).toBe('end')
  })

  it('take whole seconds from the quota, as the server counts them', () => {
    expect(costOf({ start: 0, end: 30 }, film)).toBe(1)
    expect(costOf({ start: 0, end: 31 }, film)).toBe(2)
    expect(costOf({ start: 29, end: 59 }, film)).toBe(1)
    expect(costOf({ start: 0, end: 1 }, film)).toBe(1)
  })

  it('move by an image, by a second and to the ends', () => {
    const press = (name: string) => keyMoves[name]?.(30, film, [0, 59])
    expect(press('ArrowRight')).toBe(31)
    expect(press('ArrowDown')).toBe(29)
    expect(press('shift+ArrowLeft')).toBe(0)
    expect(press('PageUp')).toBe(60)
    expect(press('Home')).toBe(0)
    expect(press('End')).toBe(59)
  })
})

describe('a time to type', () => {
  it.each([
    [0, '00:00.00'],
    [59.999, '01:00.00'],
    [83.456, '01:23.46'],
    [3723.5, '1:02:03.50'],
  ])('%s s is written %s', (seconds, text) => expect(clockOf(seconds)).toBe(text))

  it.each([
    ['01:23.45', 83.45],
    ['1:23,4', 83.4],
    ['12', 12],
    ['90.5', 90.5],
    ['1:02:03.5', 3723.5],
    [' 0:05 ', 5],
  ])('%s is read', (text, seconds) => expect(readClock(text)).toBeCloseTo(seconds, 6))

  it.each(['', 'soon', '1:75', '-3', '1:2:3:4', '1.2.3', '1:', ':30'])('%j is none', text =>
    expect(readClock(text)).toBeUndefined(),
  )
})

describe('the pictures of a film', () => {
  const timeline = { every: 2, count: 5, columns: 3, rows: 2 }

  it('are found on their sheet', () => {
    const at = (seconds: number) => pictureAt('/s.jpg', timeline, seconds).backgroundPosition
    expect(at(0)).toBe('0% 0%')
    expect(at(3.9)).toBe('50% 0%')
    expect(at(6)).toBe('0% 100%')
    expect(at(500)).toBe('50% 100%')
    expect(pictureAt('/s.jpg', timeline, 0).backgroundSize).toBe('300% 200%')
  })

  it('are none where the sheet is not described', () => {
    expect(readTimeline({ ...timeline, width: 160 })).toEqual(timeline)
    expect(readTimeline(null)).toBeNull()
    expect(readTimeline({ ...timeline, every: 0 })).toBeNull()
    expect(readTimeline({ ...timeline, columns: '3' })).toBeNull()
  })
})

describe('what a 3D video costs', () => {
  it('is compared with what the company has left', () => {
    expect(secondsLeftOf({ seconds: { purchased: 100, used: 40 } })).toBe(60)
    expect(secondsLeftOf({ seconds: { purchased: 10, used: 40 } })).toBe(0)
    expect(secondsLeftOf({})).toBeUndefined()
    expect(minutesAndSeconds(3432)).toEqual({ minutes: 57, seconds: 12 })
  })

  it('in time is what workers took for as many pixels', () => {
    const processing = { ready: true, missing: [], waiting: 0, running: 0, speeds: { fast: 0.1 } }
    const order = { mode: 'fast', seconds: 10, framerate: 30 }
    expect(timeToMake(processing, { width: 4000, height: 2000 }, order)).toBeCloseTo(240)
    expect(timeToMake(processing, { width: 4000, height: 2000 }, { ...order, mode: 'none' })).toBeUndefined()
    expect(timeToMake(processing, { width: null, height: null }, order)).toBeUndefined()
    expect(roughly(12)).toMatchObject({ smart_count: 15 })
    expect(roughly(240)).toMatchObject({ smart_count: 4 })
    expect(roughly(6000)).toMatchObject({ smart_count: 2 })
  })
})
