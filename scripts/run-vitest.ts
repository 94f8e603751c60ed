import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { largePages } from '../server/platform/process/large-pages'
import { runPackage } from './run'
import { add, failed, type Tally } from './tally'

let runs = 0

const readTally = (file: string): Tally =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : failed()

type VitestOptions = {
  readonly env?: Readonly<Record<string, string>>
  /** Another run is at work at the same time: no more workers than cores, and no output that is drawn over. */
  readonly beside?: boolean
}

/** True for `npm run test:all`: `npm test` leaves out tests with the tag `long`. */
export const runsLongTests = process.env.LONG_TESTS === '1'

/** Runs vitest's projects of these names, with their output, and answers what became of each test. */
export const runVitest = async (
  projects: readonly string[],
  { env = {}, beside = false }: VitestOptions = {},
): Promise<Tally> => {
  runs += 1
  const tallyFile = `.cache/tally-${runs}.json`
  mkdirSync('.cache', { recursive: true })
  rmSync(tallyFile, { force: true })
  const chosen = projects.flatMap(project => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=./scripts/tally-reporter.ts']
  const args = ['run', ...chosen, ...reporters, ...(runsLongTests ? [] : ['--tags-filter=!long'])]
  const code = await runPackage('vitest/vitest.mjs', args, {
    env: {
      ...largePages,
      ...env,
      TALLY_FILE: tallyFile,
      ...(beside && { TEST_WORKERS: String(availableParallelism()) }),
    },
    isForwarded: beside,
  })
  const tally = readTally(tallyFile)
  return code !== 0 && tally.failed === 0 ? add(tally, failed()) : tally
}
