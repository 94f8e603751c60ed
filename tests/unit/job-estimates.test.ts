import { describe, expect, it } from 'vitest'
import { timeLeft } from '~/server/features/processing/job-run'
import { gradeFields } from '~/server/features/vectos/make-vecto'
import { hideMachines } from '~/server/features/vectos/vecto-hooks'

/** The time left after each share, reported at these seconds. */
const leftAfter = (...told: readonly (readonly [second: number, share: number])[]) => {
  let now = 0
  const left = timeLeft(() => now * 1000)
  return told.map(([second, share]) => {
    now = second
    return left(share)
  })
}

describe('time left of a job', () => {
  it('the time left is unknown until enough is done, then follows the pace', () => {
    expect(leftAfter([0, 0], [1, 0.01], [3, 0.03], [10, 0.1])).toEqual([null, null, null, 90])
  })

  it('the time left ignores the progress of an earlier run', () => {
    expect(leftAfter([0, 0.5], [1, 0.51], [10, 0.6])).toEqual([null, null, 40])
  })

  it('the time left follows the pace of the second half of the elapsed time', () => {
    // A tenth in 10 s, then a tenth in 20 s.
    expect(leftAfter([0, 0], [10, 0.1], [30, 0.2])).toEqual([null, 90, 160])
  })

  it('the time left stays steady when progress arrives in bursts', () => {
    const bursts = Array.from({ length: 40 }, (_, index) => {
      const second = 2 * (index + 1)
      // 100 s in all, reported every ten seconds or so, with many reports in between.
      return [second, Math.floor(second / 10) / 10 + (second % 10) / 1000] as const
    })
    const shown = leftAfter([0, 0], ...bursts).flatMap((left, index) =>
      left === null ? [] : [left / (100 - 2 * index)],
    )
    expect(Math.min(...shown)).toBeGreaterThan(0.5)
    expect(Math.max(...shown)).toBeLessThan(4)
  })
})

describe('grade of a 3D video', () => {
  it.each([
    [{ measured: 0.3 }, 'good', null, false],
    [{ measured: 0.3, cause: 'still' }, 'good', null, false],
    [{ measured: 0.29, cause: 'still' }, 'fair', 'still', false],
    [{ measured: 0.09, cause: 'carried' }, 'poor', 'carried', true],
    [{ measured: 0.09 }, 'poor', 'unclear', true],
    [{ measured: 0, cause: 'estimated' }, 'fair', 'estimated', false],
    [{ measured: 1, cause: 'assumed' }, 'fair', 'assumed', false],
  ] as const)(
    'the grade of the report %j is %s because of %s; its seconds are refunded: %s',
    (report, grade, gradeCause, refunded) => {
      expect(gradeFields(report, true)).toEqual({ grade, measured: report.measured, gradeCause, refunded })
      expect(gradeFields(report, false).refunded).toBe(false)
    },
  )

  it('there is no grade without a report', () => {
    expect(gradeFields(undefined, true)).toEqual({})
  })
})

describe('steps of a 3D video', () => {
  const record = {
    uid: 'v',
    events: { '2026-01-01T00:00:00Z': { status: 'trimming', worker: 'host', os: 'Linux' } },
  }

  it('hides the machines of the steps from everyone but root', () => {
    expect(hideMachines(record, { role: 'root', lang: 'en' })).toEqual(record)
    expect(hideMachines(record, { role: 'admin', lang: 'en' }).events).toEqual({
      '2026-01-01T00:00:00Z': { status: 'trimming', worker: '', os: '' },
    })
    expect(record.events['2026-01-01T00:00:00Z'].worker).toBe('host')
  })
})
