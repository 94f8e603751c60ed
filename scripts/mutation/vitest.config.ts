import { defineConfig } from 'vitest/config'

const named = (folder: string, extension: string, names: readonly string[]) =>
  names.map(name => `tests/${folder}/${name}.test.${extension}`)

// The global set-up reads it from the process: the `env` of a project reaches its tests alone.
process.env.TEST_DB = 'postgres'

/** The tests that mutations are tried on, of which vitest.config.ts has all; they run in the process, not compiled. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: './vite.config.ts',
        test: {
          name: 'unit',
          include: named('unit', 'ts', ['list-address', 'model-grants', 'model-states', 'server-files']),
          environment: 'node',
        },
      },
      {
        extends: './vite.config.ts',
        resolve: { conditions: ['module-sync', 'node', 'development'] },
        test: {
          name: 'unit-dom',
          include: named('unit', 'tsx', ['admin-export']),
          environment: 'jsdom',
          setupFiles: ['tests/support/panel/dom.ts'],
        },
      },
      {
        resolve: { alias: { '~': process.cwd() } },
        test: {
          name: 'contract',
          include: named('contract', 'ts', ['quota-rules', 'rate-limits']),
          environment: 'node',
          globalSetup: ['tests/support/database/shared-postgres.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
