import { sql } from 'drizzle-orm'
import { clockDifference, readDatabaseTime } from '~/server/platform/database/clock'
import type { Database } from '~/server/platform/database/database'
import type { Services } from '~/server/records/context'

/** Seconds by which a clock may go back without a repair: due times are late by as much. */
const TOLERANCE = 5
/** Milliseconds by which the clock of this machine may differ from the database's. */
const DRIFT = 5000
/** Period for which health reports a jump. */
const REPORTED = '1 hour'

/** Rows of `task_runs`: when the clock was read last, and when it had jumped. */
const READ = 'clock-read'
const JUMPED = 'clock-jumped'

/** Notes the time of the database. @returns seconds by which it went back since it was noted last */
const noteTime = async (tx: Database) => {
  const [row] = await tx.query<{ back: number | null }>(sql`
    with before as (select began_at from task_runs where name = ${READ} for update),
    noted as (insert into task_runs (name, began_at) values (${READ}, now())
      on conflict (name) do update set began_at = excluded.began_at)
    select extract(epoch from began_at - now())::float8 as back from before`)
  return row?.back ?? 0
}

/**
 * Repairs times in the future, which were written while the clock was ahead: waiting rows become due, and leases end no
 * later than their maximum. An early retry does no harm.
 */
const repairTimes = async (tx: Database) => {
  const statements = [
    sql`update task_runs set began_at = now() where began_at > now()`,
    sql`update mails set next_at = now() where status = 'waiting' and next_at > now()`,
    sql`update deliveries set next_at = now() where status = 'waiting' and next_at > now()`,
    sql`update mails set next_at = now() + interval '30 seconds'
      where status = 'sending' and next_at > now() + interval '30 seconds'`,
    sql`update deliveries set next_at = now() + interval '30 seconds'
      where status = 'sending' and next_at > now() + interval '30 seconds'`,
    sql`update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now()`,
    sql`update pgboss.job set started_on = now() where state = 'active' and started_on > now()`,
    sql`update making set beat_at = least(beat_at, now()), created_at = least(created_at, now())
      where beat_at > now() or created_at > now()`,
    sql`update workers set beat_at = now() where beat_at > now()`,
    sql`update upload_locks set until = now() + interval '15 seconds' where until > now() + interval '15 seconds'`,
    sql`update backup_holds set until = now() + interval '5 minutes' where until > now() + interval '5 minutes'`,
    sql`insert into task_runs (name, began_at) values (${JUMPED}, now())
      on conflict (name) do update set began_at = excluded.began_at`,
  ]
  for (const statement of statements) await tx.run(statement)
}

/** Checks whether the database's clock has gone back, on any server or before this start, and repairs times in the future. */
export const followClock = async ({ database, log }: Pick<Services, 'database' | 'log'>) => {
  await readDatabaseTime(database)
  const back = await database.transaction(async tx => {
    const seconds = await noteTime(tx)
    if (seconds > TOLERANCE) await repairTimes(tx)
    return seconds
  })
  if (back <= TOLERANCE) return
  log.warn(
    { seconds: Math.round(back) },
    'The clock of the database went back. What waited for a later time is done now: see why the clock was wrong (NTP).',
  )
}

export type ClockState = 'ok' | 'differs' | 'jumped'

/** Whether the clock of the database went back within the hour, or this machine's differs from it. */
export const clockState = async (database: Database): Promise<ClockState> => {
  const [jumped] = await database.query(
    sql`select 1 from task_runs where name = ${JUMPED} and began_at > now() - ${REPORTED}::interval`,
  )
  if (jumped) return 'jumped'
  return Math.abs(clockDifference()) > DRIFT ? 'differs' : 'ok'
}
