import { sql } from 'drizzle-orm'

const oldestTransaction = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

/** The number of the next transaction. */
export const nextTransaction = sql`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`

/**
 * Whether every transaction that may have appended nothing to a stored count has ended, for rows with `ready` and `barrier`.
 * After a restore, `barrier` is of another cluster.
 */
export const isSettled = sql`not ready and (barrier <= ${oldestTransaction} or barrier > ${nextTransaction})`
