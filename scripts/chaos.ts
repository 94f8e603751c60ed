import { runPackage } from './run'
import { provideSystemPackages } from './system-packages'

/** `npm run chaos -- 10`: ten minutes of kills on each database; ends with 1 where anything acknowledged was lost. */
const minutes = Number(process.argv[2] ?? 10)
if (!(minutes > 0)) throw new Error('How many minutes? For example: npm run chaos -- 10')
await provideSystemPackages(['postgres', 'ffmpeg'])
for (const database of ['pglite', 'postgres']) {
  console.log(`\n── ${minutes} min on ${database}`)
  const env = { TEST_DB: database, CHAOS_MINUTES: String(minutes) }
  const args = ['run', '--project', 'contract', 'tests/contract/kills.test.ts']
  if ((await runPackage('vitest/vitest.mjs', args, { env })) !== 0) process.exitCode = 1
}
