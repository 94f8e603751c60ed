import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { largePages } from '../server/platform/process/machine'
import { checkBudgets } from './budgets'
import { buildPanel, buildServer } from './builds'
import { staleCalls, unobservedCalls } from './calls/calls-page'
import { readObservedCalls } from './calls/observed-calls'
import { provideFirebaseTools } from './cloud/firebase-tools'
import { runPackage } from './run'
import type { ToolName } from './system-packages'
import { add, failed, passed, skipped, type Tally } from './tally'

let vitestRuns = 0

const readTally = (file: string): Tally =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : failed()

type VitestOptions = {
  readonly env?: Readonly<Record<string, string>>
  /** Another step runs at the same time: no more workers than cores, and no output that overwrites lines. */
  readonly beside?: boolean
}

/** True for `npm run test:all`: `npm test` leaves out tests with the tag `long`. */
export const runsLongTests = process.env.LONG_TESTS === '1'

/** Runs vitest's projects of these names, with their output, and returns the results. */
const runVitest = async (
  projects: readonly string[],
  { env = {}, beside = false }: VitestOptions = {},
): Promise<Tally> => {
  vitestRuns += 1
  const tallyFile = `.cache/tally-${vitestRuns}.json`
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

type Missing = Pick<ReadonlyMap<ToolName, string>, 'has'>

type Given = {
  /** Tools that the machine lacks. */
  readonly missing: Missing
  /** Another step runs at the same time. */
  readonly beside: boolean
}

export type Step = {
  readonly name: string
  /** Skipped where one of these is missing from the machine. */
  readonly needs?: readonly ToolName[]
  /** Skipped where this step failed. */
  readonly after?: string
  /** Slow network work, which starts together with the first step. */
  readonly prepare?: () => Promise<unknown>
  readonly run: (given: Given) => Promise<Tally>
}

const check = (run: () => boolean | Promise<boolean>) => async () => ((await run()) ? passed : failed())

const runs = (script: string, ...args: readonly string[]) =>
  check(async () => (await runPackage(script, args)) === 0)

/** Without PostgreSQL, PGlite has everything to show (vitest.config.ts). */
const partFor = (missing: Missing) => (missing.has('postgres') ? 'all' : 'database')

let cloudTools: ReturnType<typeof provideFirebaseTools> | undefined

/** Firebase's emulators, which are downloaded at the first run. */
const prepareCloudTests = () => {
  cloudTools ??= provideFirebaseTools()
  return cloudTools
}

const runCloudTests = async ({ beside }: Given) => {
  const lacking = await prepareCloudTests()
  return lacking ? skipped(`end-to-end tests, cloud: ${lacking}`) : runVitest(['cloud'], { beside })
}

/**
 * Each call of the specification was observed by a test of this run or of an earlier one of this checkout, and docs/calls.md
 * has a row for each, of a screen and a test that there are.
 */
const areAllObserved = () => {
  const observed = readObservedCalls()
  const missing = unobservedCalls(observed)
  for (const call of missing) console.error(`No test observed ${call}.`)
  const stale = staleCalls(readFileSync('docs/calls.md', 'utf8'), observed)
  for (const what of stale) console.error(`docs/calls.md is stale, npm run calls writes it: ${what}`)
  return missing.length === 0 && stale.length === 0
}

const builds: readonly Step[] = [
  { name: 'build, cloud', run: check(() => buildPanel('cloud', '.cache/cloud')) },
  { name: 'build, on-premise', run: check(() => buildPanel('onpremise')) },
  { name: 'build, server', run: check(buildServer) },
  {
    name: 'size budgets, cloud',
    after: 'build, cloud',
    run: check(() => checkBudgets('cloud', '.cache/cloud')),
  },
  {
    name: 'size budgets, on-premise',
    after: 'build, on-premise',
    run: check(() => checkBudgets('onpremise')),
  },
]

const checks: readonly Step[] = [
  { name: 'type check', run: runs('@typescript/native/bin/tsc', '-b') },
  { name: 'lint', run: runs('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.') },
]

const unitTests: Step = {
  name: 'unit tests',
  run: ({ beside }) => runVitest(['unit', 'unit-dom'], { beside }),
}

const postgresTests: readonly Step[] = [
  {
    name: 'contract tests on PostgreSQL',
    needs: ['postgres'],
    run: ({ beside }) => runVitest(['contract'], { env: { TEST_DB: 'postgres', TEST_PART: 'rest' }, beside }),
  },
]

const storeTests: readonly Step[] = [
  {
    name: 'contract tests on PostgreSQL and S3',
    needs: ['postgres'],
    run: ({ beside }) =>
      runVitest(['contract'], {
        env: { TEST_DB: 'postgres', TEST_STORE: 's3', TEST_PART: 'store' },
        beside,
      }),
  },
  {
    name: 'contract tests on PGlite',
    run: ({ missing, beside }) =>
      runVitest(['contract'], { env: { TEST_DB: 'pglite', TEST_PART: partFor(missing) }, beside }),
  },
]

const browserTests: readonly Step[] = [
  {
    name: 'end-to-end tests',
    needs: ['chromium'],
    after: 'build, on-premise',
    // Its servers start sooner on PostgreSQL, and the screens are the same.
    run: ({ missing, beside }) =>
      runVitest(['e2e'], { env: { TEST_DB: missing.has('postgres') ? 'pglite' : 'postgres' }, beside }),
  },
  {
    name: 'end-to-end tests, cloud',
    needs: ['chromium'],
    after: 'build, cloud',
    prepare: prepareCloudTests,
    run: runCloudTests,
  },
]

/**
 * The phases of `npm test`, one after the other; the sequences of a phase run at the same time. While one starts its
 * servers, or waits for the last of its tests, the other has work for the processor.
 */
export const phases: readonly (readonly (readonly Step[])[])[] = [
  [builds, checks],
  [
    [unitTests, ...postgresTests],
    [...browserTests, ...storeTests],
  ],
  [[{ name: 'calls of the specification', after: 'end-to-end tests', run: check(areAllObserved) }]],
]
