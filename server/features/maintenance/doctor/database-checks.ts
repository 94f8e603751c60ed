import { sql } from 'drizzle-orm'
import { messageOf } from '~/model/errors'
import { countedCollections } from '~/model/maintenance'
import { registry } from '~/model/registry'
import { resetCounters } from '~/server/features/maintenance/counters'
import { type Database, disableTimeouts } from '~/server/platform/database/database'
import { explainConnection } from '~/server/platform/database/errors'
import { readMigrations } from '~/server/platform/database/migrations'
import { openClient } from '~/server/platform/database/pools'
import { NoPrimary } from '~/server/platform/database/primary'
import type { TableRow } from '~/server/platform/database/tables'
import { requireFit, UnfitDatabase } from '~/server/platform/database/wait-for-database'
import { findProgram } from '~/server/platform/process/machine'
import { run } from '~/server/platform/process/run-program'
import { error, type Finding, ok, warning } from './findings'

export const checkConnection = async (database: Database): Promise<Finding> => {
  try {
    await database.query(sql`select 1`)
    return ok('The database answers')
  } catch (problem) {
    return error(messageOf(explainConnection(problem)), 'The other checks of the database wait for that.')
  }
}

/** Runs the checks of a server's start, without starting. */
export const checkFitness = async (database: Database): Promise<Finding> => {
  try {
    await requireFit(database)
    return ok('Encoding, parameters and rights of the database fit')
  } catch (problem) {
    if (!(problem instanceof UnfitDatabase || problem instanceof NoPrimary)) throw problem
    return error(problem.message, 'The server does not start until then.')
  }
}

/** Major versions of PostgreSQL that the tests run on, the newest as the embedded database; `docs/operations.md` names them. */
const VERSIONS = { oldest: 15, newest: 18 } as const

const majorOf = async (database: Database) => {
  const [row] = await database.query<{ version: number }>(
    sql`select current_setting('server_version_num')::int as version`,
  )
  return Math.floor((row?.version ?? 0) / 10_000)
}

export const judgeVersion = (major: number): Finding => {
  if (major < VERSIONS.oldest)
    return error(
      `PostgreSQL ${major} is too old`,
      `Upgrade it to a version from ${VERSIONS.oldest} to ${VERSIONS.newest}.`,
    )
  return major > VERSIONS.newest
    ? warning(
        `PostgreSQL ${major} is newer than what this version was tested with`,
        `Use a version from ${VERSIONS.oldest} to ${VERSIONS.newest}, or try upgrades and backups on a copy first.`,
      )
    : ok(`PostgreSQL ${major}`)
}

export const checkServerVersion = async (database: Database) => judgeVersion(await majorOf(database))

/** `pg_dump (PostgreSQL) 15.8 (Debian …)` → 15; 0 if it does not say. */
export const versionIn = (said: string) => Number(/\) (\d+)/.exec(said)?.[1] ?? 0)

const versionOf = async (program: string) => {
  let said = ''
  const onLine = (line: string) => {
    said ||= line
  }
  await run(program, ['--version'], { cwd: '/', onLine, signal: AbortSignal.timeout(10_000) })
  return versionIn(said)
}

const INSTALL = "Install PostgreSQL's client programs (Debian: postgresql-client)"

/** The programs of backups, which work with servers of their own version and older ones. */
export const checkClientProgram = async (
  database: Database,
  name: 'pg_dump' | 'pg_restore',
): Promise<Finding> => {
  const [server, program] = [await majorOf(database), findProgram(name)]
  if (!program)
    return warning(
      `${name} is missing: backups are not possible here`,
      `${INSTALL} of version ${server} or later.`,
    )
  const version = await versionOf(program)
  return version < server
    ? error(
        `${name} ${version} is older than the server, PostgreSQL ${server}: backups fail`,
        `${INSTALL} of version ${server} or later, and put them first on PATH.`,
      )
    : ok(`${name} ${version}`)
}

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

/** Seconds by which the clocks of database and server may differ: links and sessions end by them. */
const DRIFT = 5

export const checkMigrations = async (database: Database): Promise<Finding> => {
  const [table] = await database.query<{ found: string | null }>(
    sql`select to_regclass('migrations')::text as found`,
  )
  if (!table?.found) return warning('The database is empty', 'A first start fills it, or npm run migrate.')
  const done = (await database.query<TableRow<'migrations', 'name'>>(sql`select name from migrations`)).map(
    row => row.name,
  )
  const known = readMigrations().map(({ name }) => name)
  const newer = done.filter(name => !known.includes(name))
  if (newer.length > 0)
    return error(
      `A later version has changed the database (${newer[0]})`,
      'Start that version or a later one, or restore a backup of this one.',
    )
  const pending = known.filter(name => !done.includes(name))
  return pending.length > 0
    ? warning(`Migrations wait: ${pending.join(', ')}`, 'npm run migrate, or start the server.')
    : ok(`The database has all ${known.length} migrations`)
}

export const checkClock = async (database: Database): Promise<Finding> => {
  const [row] = await database.query<{ now: Date }>(sql`select clock_timestamp() as now`)
  const drift = Math.abs(Date.now() - Number(row?.now)) / 1000
  return drift > DRIFT
    ? error(
        `The clocks of server and database differ by ${drift.toFixed(0)} s`,
        'Synchronise both with a time server (NTP).',
      )
    : ok('The clocks of server and database agree')
}

class Rollback extends Error {}

/** Number of records that a reset of the counters would correct; corrects none. */
const wrongCounters = async (database: Database) => {
  const wrong: Record<string, number> = {}
  const check = async (tx: Database) => {
    await disableTimeouts(tx)
    for (const name of countedCollections) wrong[name] = await resetCounters(tx, name)
    throw new Rollback()
  }
  await database.transaction(check).catch(problem => {
    if (!(problem instanceof Rollback)) throw problem
  })
  return Object.entries(wrong).filter(([, count]) => count > 0)
}

/** Lists whose kept number of rows differs from the number that there are. Counting a large one takes long. */
const wrongLists = async (tx: Database) => {
  await disableTimeouts(tx)
  const wrong: string[] = []
  for (const name of Object.keys(registry)) {
    const [row] = await tx.query<{ kept: string | null; real: string }>(
      sql`select (select sum(n) from counts where resource = ${name}) as kept,
        (select count(*) from ${sql.identifier(name)}) as real`,
    )
    if (row && row.kept !== null && Number(row.kept) !== Number(row.real))
      wrong.push(`${name} (${row.kept} instead of ${row.real})`)
  }
  return wrong
}

export const checkCounters = async (database: Database): Promise<Finding> => {
  const counters = await wrongCounters(database)
  return counters.length > 0
    ? error(
        `Counters differ from their records: ${counters.map(([name, count]) => `${count} ${name}`).join(', ')}`,
        'Reset them on the maintenance page.',
      )
    : ok('Counters agree with their records')
}

export const checkLists = async (database: Database): Promise<Finding> => {
  const lists = await database.transaction(wrongLists)
  return lists.length > 0
    ? error(
        `Lists count wrongly: ${lists.join(', ')}`,
        'A change was made past the server. Restore a backup, or report it.',
      )
    : ok('Lists count what there is')
}

/** Minutes that a user may wait for synchronisation. */
const LATE_MINUTES = 10

type Late = { readonly users: string; readonly problem: string | null }

/** Whether the accounts of the Firebase project follow the database. */
export const checkAccounts = async (database: Database): Promise<Finding> => {
  const [late] = await database.query<Late>(sql`select count(*) as users, max(problem) as problem
    from firebase_accounts where done < wanted and requested_at < now() - make_interval(mins => ${LATE_MINUTES})`)
  return Number(late?.users ?? 0) === 0
    ? ok('The accounts of Firebase follow the database')
    : warning(
        `${late?.users} changed users have waited for synchronisation with Firebase for more than ${LATE_MINUTES} minutes (${late?.problem ?? 'no attempt was made'})`,
        'A server or a worker with WORKER_TASKS=1 synchronises them: see its log, and the rights of its service account.',
      )
}
