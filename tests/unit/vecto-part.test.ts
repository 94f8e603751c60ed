import { describe, expect, it } from 'vitest'
import {
  costOf,
  frameOf,
  keyMoves,
  moveEnd,
  nearerEnd,
  readClock,
  secondsOf,
  sourceVideoOf,
} from '~/src/features/vectos/create/clip-range'
import {
  minutesAndSeconds,
  roughly,
  secondsLeftOf,
  timeToMake,
} from '~/src/features/vectos/create/cost-panel'
import { pictureAt, readTimeline } from '~/src/player/timeline-images'
import { exactDuration } from '~/src/ui/format'

const film = sourceVideoOf(4, 30)

describe('the clip range', () => {
  const cut = { start: 30, end: 60 }

  it('keeps start and end at least a frame apart and within the video', () => {
    expect(moveEnd(cut, 'start', 99, film)).toEqual({ start: 59, end: 60 })
    expect(moveEnd(cut, 'end', 0, film)).toEqual({ start: 30, end: 31 })
    expect(moveEnd(cut, 'start', -5, film).start).toBe(0)
    expect(moveEnd(cut, 'end', 1e9, film).end).toBe(120)
  })

  it('converts frames to seconds and back to the same frames at any frame rate', () => {
    for (const rate of [23.976, 25, 29.97, 30, 59.94, 60]) {
      const long = sourceVideoOf(600, rate)
      for (let frame = 0; frame <= long.last; frame += 13)
        expect(frameOf(secondsOf(frame, long), long), `${frame} at ${rate}`).toBe(frame)
    }
  })

  it('never places the last frame beyond the duration of the video', () => {
    for (const rate of [23.976, 29.97, 30, 59.94])
      for (const seconds of [0.5, 4, 12.34, 599.97]) {
        const short = sourceVideoOf(seconds, rate)
        expect(secondsOf(short.last, short)).toBeLessThanOrEqual(seconds + 0.001)
      }
  })

  it('assumes 30 frames per second for a video of unknown frame rate', () => {
    expect(sourceVideoOf(2, 0)).toEqual({ rate: 30, last: 60 })
    expect(sourceVideoOf(0.001, 30).last).toBe(1)
  })

  it('selects the nearer end of the clip range', () => {
    expect(nearerEnd(cut, 31)).toBe('start')
    expect(nearerEnd(cut, 50)).toBe('end')
    expect(nearerEnd({ start: 59, end: 60 }, 10)).toBe('start')
    expect(nearerEnd({ start: 59, end: 60 }, 100)).toBe('end')
  })

  it('rounds the clip up to whole seconds of quota, like the server', () => {
    expect(costOf({ start: 0, end: 30 }, film)).toBe(1)
    expect(costOf({ start: 0, end: 31 }, film)).toBe(2)
    expect(costOf({ start: 29, end: 59 }, film)).toBe(1)
    expect(costOf({ start: 0, end: 1 }, film)).toBe(1)
  })

  it('keys move an end of the clip by a frame, by a second and to the limits', () => {
    const press = (name: string) => keyMoves[name]?.(30, film, [0, 59])
    expect(press('ArrowRight')).toBe(31)
    expect(press('ArrowDown')).toBe(29)
    expect(press('shift+ArrowLeft')).toBe(0)
    expect(press('PageUp')).toBe(60)
    expect(press('Home')).toBe(0)
    expect(press('End')).toBe(59)
  })
})

describe('a typed time', () => {
  it.each([
    [0, '0:00.00'],
    [59.999, '1:00.00'],
    [83.456, '1:23.46'],
    [3723.5, '1:02:03.50'],
  ])('formats %s s as %s', (seconds, text) => expect(exactDuration(seconds)).toBe(text))

  it.each([
    ['01:23.45', 83.45],
    ['1:23,4', 83.4],
    ['12', 12],
    ['90.5', 90.5],
    ['1:02:03.5', 3723.5],
    [' 0:05 ', 5],
  ])('parses %s as a time', (text, seconds) => expect(readClock(text)).toBeCloseTo(seconds, 6))

  it.each(['', 'soon', '1:75', '-3', '1:2:3:4', '1.2.3', '1:', ':30'])('rejects %j as a time', text =>
    expect(readClock(text)).toBeUndefined(),
  )
})

describe('the timeline images of a video', () => {
  const timeline = { every: 2, count: 5, columns: 3, rows: 2 }

  it('finds the timeline image of a moment in the sprite', () => {
    const at = (seconds: number) => pictureAt('/s.jpg', timeline, seconds).backgroundPosition
    expect(at(0)).toBe('0% 0%')
    expect(at(3.9)).toBe('50% 0%')
    expect(at(6)).toBe('0% 100%')
    expect(at(500)).toBe('50% 100%')
    expect(pictureAt('/s.jpg', timeline, 0).backgroundSize).toBe('300% 200%')
  })

  it('returns no timeline for an invalid description of the sprite', () => {
    expect(readTimeline({ ...timeline, width: 160 })).toEqual(timeline)
    expect(readTimeline(null)).toBeNull()
    expect(readTimeline({ ...timeline, every: 0 })).toBeNull()
    expect(readTimeline({ ...timeline, columns: '3' })).toBeNull()
  })
})

describe('the cost of a 3D video', () => {
  it('computes the company’s remaining seconds', () => {
    expect(secondsLeftOf({ seconds: { purchased: 100, used: 40 } })).toBe(60)
    expect(secondsLeftOf({ seconds: { purchased: 10, used: 40 } })).toBe(0)
    expect(secondsLeftOf({})).toBeUndefined()
    expect(minutesAndSeconds(3432)).toEqual({ minutes: 57, seconds: 12 })
  })

  it('estimates the processing time from the workers’ speed and the number of pixels', () => {
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
