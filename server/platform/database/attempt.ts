import { sql } from 'drizzle-orm'
import type { Database } from './database'

/** Does something within a transaction that goes on where it fails: what it changed until then is undone. */
export const attempt = async <T>(tx: Database, work: () => Promise<T>): Promise<T> => {
  await tx.run(sql`savepoint attempt`)
  try {
    return await work()
  } catch (error) {
    await tx.run(sql`rollback to savepoint attempt`)
    throw error
  } finally {
    await tx.run(sql`release savepoint attempt`)
  }
}
