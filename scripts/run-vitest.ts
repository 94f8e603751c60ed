import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { largePages } from '../server/platform/process/large-pages'
import { runPackage } from './run'
import { add, failed, type Tally } from './tally'

const tallyFile = '.cache/tally.json'

const readTally = (): Tally =>
  existsSync(tallyFile) ? JSON.parse(readFileSync(tallyFile, 'utf8')) : failed()

/** True for `npm run test:all`: `npm test` leaves out tests with the tag `long`. */
export const runsLongTests = process.env.LONG_TESTS === '1'

/** Runs vitest's projects of these names, their output as usual, and answers what became of each test. */
export const runVitest = async (
  projects: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Tally> => {
  mkdirSync('.cache', { recursive: true })
  rmSync(tallyFile, { force: true })
  const chosen = projects.flatMap(project => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=./scripts/tally-reporter.ts']
  const args = ['run', ...chosen, ...reporters, ...(runsLongTests ? [] : ['--tags-filter=!long'])]
  const code = await runPackage('vitest/vitest.mjs', args, {
    env: { ...largePages, ...env, TALLY_FILE: tallyFile },
  })
  const tally = readTally()
  return code !== 0 && tally.failed === 0 ? add(tally, failed()) : tally
}
