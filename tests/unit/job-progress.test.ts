import { describe, expect, it } from 'vitest'
import { progressAt, timeLeft } from '~/server/features/processing/job-run'

describe('progress of a job', () => {
  it.each([
    [0, 0],
    [0.0004, 0],
    [0.0005, 0.001],
    [0.123456, 0.123],
    [0.9996, 1],
    [1, 1],
    [1.95, 1],
    [Number.POSITIVE_INFINITY, 1],
    [-0.25, 0],
    [-1e300, 0],
  ])('limits and rounds the progress %d to %d', (done, shown) => {
    expect(progressAt('vectorization', done, () => null)).toEqual({
      ...{ stage: 'vectorization', done: shown, secondsLeft: null },
    })
  })

  it('the time left is never negative, even when a video is longer than its header states', () => {
    const clock = { now: 0 }
    const left = timeLeft(() => clock.now)
    const shown = [0, 0.2, 0.5, 0.9, 1, 1.4, 1.95].map(done => {
      clock.now += 10_000
      return progressAt('playable', done, left).secondsLeft
    })
    expect(shown[0]).toBeNull()
    expect(shown.slice(1).every(seconds => seconds !== null && seconds >= 0)).toBe(true)
    expect(shown.slice(-3)).toEqual([0, 0, 0])
  })
})
