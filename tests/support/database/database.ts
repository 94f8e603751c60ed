import { freshDatabase } from './postgres'

export type TestDatabase = {
  readonly kind: 'pglite' | 'postgres'
  readonly env: Readonly<Record<string, string>>
}

/**
 * Settings of a new database of the kind that TEST_DB names, as the server's environment requires them.
 * @param template a PostgreSQL database to copy
 */
export const testDatabase = async (
  kind = process.env.TEST_DB || 'pglite',
  template?: string,
): Promise<TestDatabase> => {
  if (kind === 'pglite') return { kind, env: {} }
  if (kind !== 'postgres') throw new Error(`TEST_DB is "${kind}"; it must be pglite (default) or postgres.`)
  const adminUrl = process.env.TEST_POSTGRES_URL
  if (!adminUrl)
    throw new Error(
      'TEST_POSTGRES_URL is not set: the tests run under tests/support/database/shared-postgres.ts.',
    )
  return { kind, env: { DATABASE_URL: await freshDatabase(adminUrl, template) } }
}
