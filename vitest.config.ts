import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const alias = { '~': import.meta.dirname }

/** Tests of the embedded database only: its locks, snapshots and single connection. */
const ofEmbedded = ['full-disk', 'locks', 'slow-statements', 'snapshots']

/**
 * Tests whose result can depend on the database. The others (identity, mail, videos, engines, requests) run on PostgreSQL
 * only if both databases are available, since it starts faster; so do tests of concurrency, since the embedded database
 * has one connection.
 */
const ofBoth = `
  backup counts database kills lists maintenance records search-spellings start upgrade
`
  .trim()
  .split(/\s+/)

/** Tests of files: on a bucket with PostgreSQL, and on a folder with PGlite. */
const ofStore = ['downloads', 'file-access', 'tus-protocol', 'uploads', 'versions']
/** Tests on a bucket only: other tests process videos in a folder. */
const ofBucket = ['video-processing']

const contractFiles = (names: readonly string[]) => names.map(name => `tests/contract/${name}.test.ts`)

/** Test files by TEST_PART; without it, all. */
const parts: Readonly<Record<string, { include?: string[]; exclude?: string[] }>> = {
  /** Tests that run on PGlite while the rest runs on PostgreSQL. */
  database: { include: contractFiles([...ofEmbedded, ...ofBoth, ...ofStore]) },
  store: { include: contractFiles([...ofStore, ...ofBucket]) },
  rest: { exclude: contractFiles([...ofEmbedded, ...ofStore, ...ofBucket]) },
}

const contract = {
  include: ['tests/contract/**/*.test.ts'],
  exclude: process.env.TEST_DB === 'postgres' ? contractFiles(ofEmbedded) : [],
  ...parts[process.env.TEST_PART ?? ''],
}

const dataSetup = [
  'server/compiled-server',
  'database/shared-postgres',
  'storage/shared-s3',
  'server/seeded-data',
].map(name => `tests/support/${name}.ts`)

// One more than the number of cores, since workers wait for servers, databases, browsers and the disk.
// `npm test` sets another number while it runs two projects at the same time.
const maxWorkers = Number(process.env.TEST_WORKERS) || availableParallelism() + 1

/** Loads modules once per worker instead of once per file, which saves up to two seconds per file. */
const isolate = false

/** Settings of each kind of test; scripts/test-steps.ts defines the order in which `npm test` runs them. */
export default defineConfig({
  test: {
    tags: [
      {
        name: 'long',
        description: 'More than 2 seconds on two cores: `npm run test:all` alone runs it.',
      },
    ],
    projects: [
      {
        extends: './vite.config.ts',
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/server/compiled-server.ts'],
          // Some tests compile or encode videos, which is slow on a busy machine.
          testTimeout: 60_000,
          maxWorkers,
          isolate,
        },
      },
      {
        extends: './vite.config.ts',
        // Node's own conditions: otherwise react-admin and the panel load two instances of react-router.
        resolve: { conditions: ['module-sync', 'node', 'development'] },
        test: {
          name: 'unit-dom',
          include: ['tests/unit/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['tests/support/panel/dom.ts'],
          testTimeout: 30_000,
          maxWorkers,
          // Loading react-admin and MUI takes half the time of a file.
          isolate,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'contract',
          isolate,
          setupFiles: ['tests/support/browser/observe-calls.ts'],
          ...contract,
          environment: 'node',
          globalSetup: dataSetup,
          // Some tests process videos, possibly on a busy or slow machine.
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
          setupFiles: ['tests/support/browser/observe-calls.ts'],
          env: { TEST_WORKER: '1' },
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: dataSetup,
          testTimeout: 180_000,
          // The default of one second is too short on a busy machine.
          expect: { poll: { timeout: 15_000 } },
          // A browser may be slow on a busy machine: failed tests are retried once and listed at the end.
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
