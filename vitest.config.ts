import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const alias = { '~': import.meta.dirname }

/** About the embedded database alone: its locks, its snapshots, its one connection. */
const ofEmbedded = ['full-disk', 'locks', 'slow-statements', 'snapshots']

/**
 * What a database can do differently. The rest (identity, mail, films, engines, requests) asks both the same, so that
 * where both are there it runs on PostgreSQL alone, which starts faster; so does what many do at the same moment, since
 * the embedded database has one connection.
 */
const ofBoth = `
  backup counts database kills lists maintenance records search-spellings start upgrade
`
  .trim()
  .split(/\s+/)

/** About files: asked of a bucket on PostgreSQL, and of a folder on PGlite. */
const ofStore = ['downloads', 'file-access', 'tus-protocol', 'uploads', 'versions']
/** Of a bucket alone: other tests make videos in a folder. */
const ofBucket = ['video-processing']

const contractFiles = (names: readonly string[]) => names.map(name => `tests/contract/${name}.test.ts`)

/** The parts that TEST_PART names; all without it. */
const parts: Readonly<Record<string, { include?: string[]; exclude?: string[] }>> = {
  /** What PGlite has to show where PostgreSQL shows the rest. */
  database: { include: contractFiles([...ofEmbedded, ...ofBoth, ...ofStore]) },
  store: { include: contractFiles([...ofStore, ...ofBucket]) },
  rest: { exclude: contractFiles([...ofEmbedded, ...ofStore, ...ofBucket]) },
}

const contract = {
  include: ['tests/contract/**/*.test.ts'],
  exclude: process.env.TEST_DB === 'postgres' ? contractFiles(ofEmbedded) : [],
  ...parts[process.env.TEST_PART ?? ''],
}

const dataSetup = ['compiled-server', 'shared-postgres', 'shared-s3', 'seeded-data'].map(
  name => `tests/support/${name}.ts`,
)

// One more than there are cores: each waits now and then for its server, its database, its browser or its disk.
// `npm test` sets another number where it runs two kinds at the same time.
const maxWorkers = Number(process.env.TEST_WORKERS) || availableParallelism() + 1

/** Loads what tests import once a worker, not once a file, which takes up to two seconds of each. */
const isolate = false

/** What each kind of test needs; scripts/test-steps.ts says what `npm test` runs when. */
export default defineConfig({
  test: {
    tags: [
      {
        name: 'long',
        description: 'More than 4 seconds on two cores: `npm run test:all` alone runs it.',
      },
    ],
    projects: [
      {
        extends: './vite.config.ts',
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/compiled-server.ts'],
          // Some compile, some encode films: a busy machine must not fail them.
          testTimeout: 60_000,
          maxWorkers,
          isolate,
        },
      },
      {
        extends: './vite.config.ts',
        // As Node itself resolves packages: else react-router is there twice, react-admin's and the panel's.
        resolve: { conditions: ['module-sync', 'node', 'development'] },
        test: {
          name: 'unit-dom',
          include: ['tests/unit/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['tests/support/dom.ts'],
          testTimeout: 30_000,
          maxWorkers,
          // react-admin and MUI take half the time of a file. Each file gets its own page.
          isolate,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'contract',
          isolate,
          setupFiles: ['tests/support/observe-calls.ts'],
          ...contract,
          environment: 'node',
          globalSetup: dataSetup,
          // Some make videos, on machines that may be busy or half as fast as the last one.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'e2e',
          isolate,
          setupFiles: ['tests/support/observe-calls.ts'],
          env: { TEST_WORKER: '1' },
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: dataSetup,
          testTimeout: 180_000,
          // The default of a second is short for a page of a busy machine.
          expect: { poll: { timeout: 15_000 } },
          // A browser on a busy machine: once more, and its name is printed at the end.
          retry: 1,
          hookTimeout: 180_000,
          maxWorkers,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'cloud',
          isolate,
          retry: 1,
          include: ['tests/cloud/**/*.test.ts'],
          expect: { poll: { timeout: 15_000 } },
          environment: 'node',
          globalSetup: ['tests/cloud/stage.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
