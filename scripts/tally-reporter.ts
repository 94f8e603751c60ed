import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { add, failed, noTally, passed, passedAgain, skipped, type Tally } from './tally'

const ofTest = (test: TestCase): Tally => {
  const result = test.result()
  if (result.state === 'passed') return test.diagnostic()?.flaky ? passedAgain(test.fullName) : passed
  if (result.state === 'skipped') return skipped(`${test.fullName}: ${result.note ?? 'no reason given'}`)
  // A test left pending was cut off: not seen to pass.
  return failed(test.fullName)
}

/** A file that cannot be loaded, or a hook that throws, counts as a failure of its own. */
const ofModule = (module: TestModule): Tally => {
  const tests = [...module.children.allTests()].map(ofTest).reduce(add, noTally)
  return module.ok() || tests.failed > 0 ? tests : add(tests, failed(module.relativeModuleId))
}

/** Writes what vitest's JSON report leaves out: why a test was skipped, and errors outside any test. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const file = process.env.TALLY_FILE
    const errors = unhandledErrors.map(() => failed('an error outside any test'))
    if (file) writeFileSync(file, JSON.stringify([...modules.map(ofModule), ...errors].reduce(add, noTally)))
  }
}
