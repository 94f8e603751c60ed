export type Tally = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Skipped tests, and the reasons. */
  readonly skips: readonly string[]
  /** Names of failed tests, which are repeated at the end of the output. */
  readonly failures: readonly string[]
  /** Flaky tests, which passed on retry. */
  readonly unsteady: readonly string[]
}

export const noTally: Tally = { passed: 0, failed: 0, skipped: 0, skips: [], failures: [], unsteady: [] }

export const passed: Tally = { ...noTally, passed: 1 }

export const passedAgain = (name: string): Tally => ({ ...passed, unsteady: [name] })

export const failed = (...failures: readonly string[]): Tally => ({ ...noTally, failed: 1, failures })

export const skipped = (reason: string): Tally => ({ ...noTally, skipped: 1, skips: [reason] })

export const add = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  skips: [...one.skips, ...other.skips],
  failures: [...one.failures, ...other.failures],
  unsteady: [...one.unsteady, ...other.unsteady],
})

/** The line that ends `npm test`; CI reads it. */
export const summary = ({ passed, failed, skipped }: Tally) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`
