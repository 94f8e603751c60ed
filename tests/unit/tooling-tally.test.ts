import { describe, expect, it } from 'vitest'
import { add, failed, noTally, passed, passedAgain, skipped, summary } from '~/scripts/tally'

describe('the count of tests', () => {
  it('sums up test results and prints them in one line', () => {
    const all = [passed, passedAgain('c > at last'), failed('b > is named'), skipped('a: no browser')]
    const total = all.reduce(add, noTally)
    expect(summary(total)).toBe('2 passed, 1 failed, 1 skipped')
    expect(total.unsteady).toEqual(['c > at last'])
    expect(total.skips).toEqual(['a: no browser'])
    expect(total.failures).toEqual(['b > is named'])
  })
})
