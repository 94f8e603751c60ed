import type { TestContext } from 'vitest'
import { findFfmpeg, findPgbouncer, findPostgresFolder } from '~/scripts/find-programs'

/** Skips the running test, saying why, where this machine has no ffmpeg. */
export const needsFfmpeg = (context: Pick<TestContext, 'skip'>) =>
  context.skip(!findFfmpeg(), 'ffmpeg is missing: install it, or set FFMPEG_PATH')

/** The same for PostgreSQL. */
export const needsPostgres = (context: Pick<TestContext, 'skip'>) =>
  context.skip(!findPostgresFolder(), 'PostgreSQL is missing: install its server')

/** The same for PgBouncer, which stands before PostgreSQL. */
export const needsPgbouncer = (context: Pick<TestContext, 'skip'>) =>
  context.skip(!findPgbouncer(), 'PgBouncer is missing: install it')
