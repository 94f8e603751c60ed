import { sql } from 'drizzle-orm'
import { countedCollections } from '~/model/maintenance'
import { registry } from '~/model/registry'
import { resetCounters } from '~/server/features/maintenance/counters'
import { type Database, disableTimeouts } from '~/server/platform/database/database'
import { readMigrations } from '~/server/platform/database/migrations'
import type { TableRow } from '~/server/platform/database/tables'
import { error, type Finding, ok, warning } from './findings'

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

/** How many records a reset of the counters would correct; corrects none. */
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
