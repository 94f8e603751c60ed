import type { PoolConfig } from 'pg'
import { z } from 'zod'

const seconds = (fallback: number) => z.coerce.number().int().min(0).max(86_400).default(fallback)

/**
 * Settings for PostgreSQL timeouts and the queue limit, in the shape of `server/platform/config/config.ts`.
 */
export const poolSettings = {
  DATABASE_STATEMENT_SECONDS: {
    schema: seconds(30),
    takes: 'seconds from 0 to 86400 that a statement may take; 0: any time',
  },
  DATABASE_LOCK_SECONDS: {
    schema: seconds(10),
    takes: 'seconds from 0 to 86400 that a statement may wait for a lock; 0: any time',
  },
  DATABASE_IDLE_SECONDS: {
    schema: seconds(60),
    takes: 'seconds from 0 to 86400 that a transaction may stand idle; 0: any time',
  },
  DATABASE_QUEUE: {
    schema: z.coerce.number().int().min(1).max(100_000).default(500),
    takes: 'how many statements and transactions may wait for the database, 1 to 100000',
  },
} as const

type Settings = { readonly [K in keyof typeof poolSettings]: number }

/** Timeouts of every PostgreSQL connection in milliseconds; 0 for none. */
export const timeoutsOf = (settings: Settings): PoolConfig => ({
  statement_timeout: settings.DATABASE_STATEMENT_SECONDS * 1000,
  lock_timeout: settings.DATABASE_LOCK_SECONDS * 1000,
  idle_in_transaction_session_timeout: settings.DATABASE_IDLE_SECONDS * 1000,
})
