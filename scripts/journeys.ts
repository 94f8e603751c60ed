import { ensurePanel } from './builds'
import { runPackage } from './run'
import { provideSystemPackages } from './system-packages'

/** Marker in the names of end-to-end tests that use a capability by keyboard. */
const JOURNEY = 'without a mouse, as'

/**
 * `npm run journeys`: each capability by keyboard alone, by each role that has it, in each language, on a desktop and
 * on a phone; `npm run journeys -- trash bulk` those of the files whose names hold one of the words.
 */
await provideSystemPackages(['chromium', 'postgres', 'ffmpeg'])
await ensurePanel('onpremise')
const args = ['run', '--project', 'e2e', '-t', JOURNEY, ...process.argv.slice(2)]
process.exitCode = await runPackage('vitest/vitest.mjs', args, {
  env: { JOURNEYS: 'all', TEST_DB: 'postgres' },
})
