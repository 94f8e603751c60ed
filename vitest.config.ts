import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const alias = { '~': import.meta.dirname }

// What ffmpeg and engines make of a film, what a push service, a mail server or a lying provider says, does not depend on the database;
// locks, snapshots and damage are those of the embedded one; that jobs survive does.
const ofAnyDatabase = [
  'camera-files',
  'video-jobs',
  'video-processing',
  'workers',
  'notices',
  'mail-servers',
  'oidc-failures',
  'locks',
  'snapshots',
].map(name => `tests/contract/${name}.test.ts`)

const dataSetup = ['compiled-server', 'shared-postgres', 'seeded-data'].map(
  name => `tests/support/${name}.ts`,
)

// Vitest would leave one core idle: nobody types while tests run.
const maxWorkers = availableParallelism()

/** What each kind of test needs; `npm test` runs them one after the other (scripts/test-steps.ts). */
export default defineConfig({
  test: {
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
          // react-admin and MUI are loaded once a worker, not once a file: half the time. Each file gets its own page.
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          exclude: process.env.TEST_DB === 'postgres' ? ofAnyDatabase : [],
          environment: 'node',
          globalSetup: dataSetup,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Two servers at once: each waits for its database, its disk and its ffmpeg more than it works.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'e2e',
          env: { TEST_WORKER: '1' },
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: dataSetup,
          testTimeout: 180_000,
          // A browser on a busy machine: once more, and its name is printed at the end.
          retry: 1,
          hookTimeout: 180_000,
          // A browser waits more than it works: two at a time are nearly twice as fast on two cores.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'cloud',
          retry: 1,
          include: ['tests/cloud/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/cloud/stage.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
