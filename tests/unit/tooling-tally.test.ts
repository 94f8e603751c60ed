import { describe, expect, it } from 'vitest'
import { add, failed, noTally, passed, skipped, summary } from '~/scripts/tally'

describe('the count of tests', () => {
  it('adds up and ends as one line', () => {
    const total = [passed, passed, failed('b > is named'), skipped('a: no browser')].reduce(add, noTally)
    expect(summary(total)).toBe('2 passed, 1 failed, 1 skipped')
    expect(total.skips).toEqual(['a: no browser'])
    expect(total.failures).toEqual(['b > is named'])
  })
})
