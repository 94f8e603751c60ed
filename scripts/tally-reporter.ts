import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { add, failed, noTally, passed, passedAgain, skipped, type Tally } from './tally'

type Reported = { readonly message?: string }

/** The beginning of an error: the full output may be far above, or cut. */
const whyOf = (errors: readonly Reported[] | undefined) => {
  const text = errors?.[0]?.message?.replace(/\s+/g, ' ').trim() ?? ''
  return text && `: ${text.slice(0, 300)}`
}

const leftToAll = 'it takes long, npm run test:all runs it'

const ofTest = (test: TestCase): Tally => {
  const result = test.result()
  if (result.state === 'passed')
    return test.diagnostic()?.flaky ? passedAgain(test.fullName + whyOf(result.errors)) : passed
  if (result.state === 'skipped' && test.tags.includes('long')) return skipped(leftToAll)
  if (result.state === 'skipped') return skipped(`${test.fullName}: ${result.note ?? 'no reason given'}`)
  // A test left pending was cut off: not seen to pass.
  return failed(test.fullName + whyOf(result.errors))
}

/** Errors of the file itself and of its hooks. */
const errorsOf = (module: TestModule): Reported[] => [
  ...module.errors(),
  ...[...module.children.allSuites()].flatMap(suite => suite.errors()),
]

/** A file that cannot be loaded, or a hook that throws, counts as a failure of its own. */
const ofModule = (module: TestModule): Tally => {
  const tests = [...module.children.allTests()].map(ofTest).reduce(add, noTally)
  return module.ok() || tests.failed > 0
    ? tests
    : add(tests, failed(module.relativeModuleId + whyOf(errorsOf(module))))
}

/** Writes what vitest's JSON report leaves out: why a test was skipped, and errors outside any test. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly Reported[]) {
    const file = process.env.TALLY_FILE
    const errors = unhandledErrors.map(error => failed(`an error outside any test${whyOf([error])}`))
    if (file) writeFileSync(file, JSON.stringify([...modules.map(ofModule), ...errors].reduce(add, noTally)))
  }
}
