import { sql } from 'drizzle-orm'
import { messageOf } from '~/model/errors'
import type { Database } from '~/server/platform/database/database'
import { openClient } from '~/server/platform/database/pools'
import { error, type Finding, ok, warning } from './findings'

type Standby = { readonly standby: boolean; readonly system: string; readonly behind: number | null }

const standbyAt = async (url: string) => {
  const client = await openClient(url)
  try {
    const { rows } = await client.query<Standby>(`select pg_is_in_recovery() as standby,
      system_identifier::text as system, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float as behind
      from pg_control_system()`)
    return rows[0]
  } finally {
    await client.end()
  }
}

const NAMES_OTHER = 'Let it name a streaming standby of DATABASE_URL. Meanwhile the primary answers lists.'

/** Whether DATABASE_READ_URL names a standby of this database. */
export const checkStandby = async (database: Database, url: string): Promise<Finding> => {
  try {
    const found = await standbyAt(url)
    const [own] = await database.query<{ system: string }>(
      sql`select system_identifier::text as system from pg_control_system()`,
    )
    if (!found?.standby) return error('DATABASE_READ_URL names no standby', NAMES_OTHER)
    if (found.system !== own?.system)
      return error('DATABASE_READ_URL names the standby of another database', NAMES_OTHER)
    return ok(`The standby answers lists; its last change is ${(found.behind ?? 0).toFixed(0)} s old`)
  } catch (problem) {
    return warning(
      `The standby of DATABASE_READ_URL does not answer: ${messageOf(problem)}`,
      'Start it, or leave the setting out. Meanwhile the primary answers lists.',
    )
  }
}
