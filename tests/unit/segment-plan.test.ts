import { describe, expect, it } from 'vitest'
import { rangeOfSegment, segmentsOf } from '~/server/features/vectos/segment-plan'

const range = (duration: number, framerate = 30, from = 0) => ({ from, duration, framerate })
const framesOf = (duration: number, framerate: number, seconds: number) =>
  segmentsOf(range(duration, framerate), seconds).map(({ frames }) => frames)

describe('the segments of a 3D video', () => {
  it.each([
    ['shorter than one and a half segments stays whole', 89.9, 30, 60, [2697]],
    ['of one and a half segments is divided', 90, 30, 60, [1800, 900]],
    ['gives what is left to its last segment', 200, 30, 60, [1800, 1800, 2400]],
    ['is not divided with segments of 0 seconds', 7200, 30, 0, [216_000]],
    ['of a single frame has one segment', 0.01, 30, 60, [1]],
  ])('a 3D video %s', (_what, duration, framerate, seconds, frames) => {
    expect(framesOf(duration, framerate, seconds)).toEqual(frames)
  })

  it('segments follow each other without a gap', () => {
    const segments = segmentsOf(range(3600.5, 24), 60)
    let next = 0
    for (const [index, { part, first, frames }] of segments.entries()) {
      expect([part, first]).toEqual([index, next])
      next += frames
    }
    expect(next).toBe(Math.round(3600.5 * 24))
  })
})

describe('the source of a segment', () => {
  it('the first segment of a 3D video begins where the video does', () => {
    expect(rangeOfSegment(range(100, 30, 5), { part: 0, first: 0, frames: 1800 })).toEqual({
      range: { from: 5, duration: 60, framerate: 30 },
      lead: 0,
    })
  })

  it('every other segment of a 3D video begins two seconds earlier, for the engine to examine', () => {
    expect(rangeOfSegment(range(200, 30, 5), { part: 1, first: 1800, frames: 1800 })).toEqual({
      range: { from: 63, duration: 62, framerate: 30 },
      lead: 60,
    })
  })

  it('a segment that begins earlier than two seconds into the video is examined from its beginning', () => {
    expect(rangeOfSegment(range(1, 30), { part: 1, first: 15, frames: 15 })).toEqual({
      range: { from: 0, duration: 1, framerate: 30 },
      lead: 15,
    })
  })
})
