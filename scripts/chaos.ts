import { runPackage } from './run'
import { provideSystemPackages } from './system-packages'

const rounds = [
  { what: 'one server on PGlite', database: 'pglite', file: 'kills' },
  { what: 'one server and a worker on PostgreSQL', database: 'postgres', file: 'kills' },
  { what: 'two of everything', database: 'postgres', file: 'kills-of-two' },
]

/** `npm run chaos -- 10`: ten minutes of kills in each installation; ends with 1 where anything acknowledged was lost. */
const minutes = Number(process.argv[2] ?? 10)
if (!(minutes > 0)) throw new Error('How many minutes? For example: npm run chaos -- 10')
await provideSystemPackages(['postgres', 'pgbouncer', 'haproxy', 'ffmpeg'])
for (const { what, database, file } of rounds) {
  console.log(`\n── ${minutes} min: ${what}`)
  const env = { TEST_DB: database, CHAOS_MINUTES: String(minutes) }
  const args = ['run', '--project', 'contract', `tests/contract/${file}.test.ts`]
  if ((await runPackage('vitest/vitest.mjs', args, { env })) !== 0) process.exitCode = 1
}
