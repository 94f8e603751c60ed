import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { productNames, SCHEMAS } from '~/server/platform/database/product-names'
import { fsyncLater, hashOf } from '~/server/platform/disk/durable'
import { scratchFolder } from '~/server/platform/disk/scratch'
import { BackupError } from '~/server/platform/storage/backup-error'
import { type DatabaseCopy, type DatabaseTarget, listContent } from './content'
import { restoredEntries } from './dump-contents'
import { findForeign, patternOf } from './foreign-objects'
import { reachWithCertificates } from './libpq'
import { runProgram } from './program'

export { reached } from './libpq'

const POSTGRES_PART = 'database.dump'

/** What belongs to the cluster, or needs a superuser to be restored. */
const WITHOUT = [
  ...['--no-owner', '--no-privileges', '--no-comments', '--no-security-labels', '--no-tablespaces'],
  ...['--no-publications', '--no-subscriptions'],
]

/**
 * The arguments that limit a dump to the product: tables of others in its schemas may be unreadable.
 * @throws BackupError naming what of the product cannot be read
 */
const contentArguments = async (database: Database) => {
  const { others, unreadable } = await findForeign(database)
  if (unreadable.length > 0)
    throw new BackupError(
      `The database's user may not read ${unreadable.map(patternOf).join(', ')}: grant it select on them, or make it their owner. npm run doctor finds them.`,
    )
  return [
    ...SCHEMAS.map(schema => `--schema=${schema}`),
    ...others.map(each => `--exclude-table=${patternOf(each)}`),
  ]
}

/** Dumps PostgreSQL in the same state that the file list is read from: both use one exported snapshot. */
export const dumpPostgres = async (
  database: Database,
  databaseUrl: string,
  { target, wanted }: DatabaseTarget,
  signal: AbortSignal,
): Promise<DatabaseCopy> => {
  const to = path.join(target, POSTGRES_PART)
  const { address, env } = reachWithCertificates(databaseUrl)
  const migrations = await database.transaction(async tx => {
    await tx.run(sql`set transaction isolation level repeatable read, read only`)
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
    const [exported] = await tx.query<{ id: string }>(sql`select pg_export_snapshot() as id`)
    const found = await listContent(tx, wanted)
    const args = [
      '--format=custom',
      ...WITHOUT,
      `--snapshot=${exported?.id}`,
      ...(await contentArguments(tx)),
    ]
    await runProgram('pg_dump', [...args, `--file=${to}`, address], { signal, env })
    return found
  })
  await fsyncLater(to)
  const sha256 = await hashOf(to, 'sha256', 'hex', signal)
  const { size } = await stat(to)
  return { migrations, part: { kind: 'postgresql', name: POSTGRES_PART, size, sha256 } }
}

/** Connects with libpq, as a backup does, and reads no table. @throws BackupError with its message */
export const tryDump = async (databaseUrl: string, signal: AbortSignal) => {
  const { address, env } = reachWithCertificates(databaseUrl)
  const args = ['--schema-only', ...WITHOUT, '--exclude-schema=*', '--file=/dev/null']
  await runProgram('pg_dump', [...args, address], { signal, env })
}

/** @throws BackupError if the database already has tables, other than those of extensions */
export const refuseFilled = async (database: Database) => {
  const [found] =
    await database.query(sql`select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss') and not exists (select 1 from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') limit 1`)
  if (found)
    throw new BackupError(
      'The database at DATABASE_URL has tables already. Create an empty one (createdb) and name it in DATABASE_URL.',
    )
}

const schemasOf = async (database: Database) =>
  new Set(
    (await database.query<{ name: string }>(sql`select nspname as name from pg_namespace`)).map(
      ({ name }) => name,
    ),
  )

type Rights = {
  readonly user: string
  readonly database: string
  readonly inPublic: boolean
  readonly inDatabase: boolean
}

/** @throws BackupError naming the right that the user lacks to create the tables of the product */
export const refuseWithoutRights = async (database: Database) => {
  const [rights] =
    await database.query<Rights>(sql`select current_user as user, current_database() as database,
    has_schema_privilege('public', 'create') as "inPublic",
    has_database_privilege(current_database(), 'create') or to_regnamespace('pgboss') is not null as "inDatabase"`)
  if (!rights || (rights.inPublic && rights.inDatabase)) return
  const [right, place] = rights.inPublic
    ? ['create schemas', `DATABASE "${rights.database}"`]
    : ['create tables', 'SCHEMA public']
  throw new BackupError(
    `The user ${rights.user} may not ${right} in the database ${rights.database}. As its owner or a superuser: GRANT CREATE ON ${place} TO "${rights.user}". Nothing was changed.`,
  )
}

/**
 * Restores a dump into an empty database, in a single transaction and without rights of a superuser: the product's own schemas
 * and tables alone, since dumps of earlier versions hold all that was in the database.
 */
export const loadPostgres = async (
  database: Database,
  databaseUrl: string,
  dump: string,
  signal: AbortSignal,
) => {
  const { address, env } = reachWithCertificates(databaseUrl)
  const lines: string[] = []
  await runProgram('pg_restore', ['--list', dump], { signal, env, onLine: line => void lines.push(line) })
  const entries = restoredEntries(lines, productNames(), await schemasOf(database))
  const list = path.join(scratchFolder(), newUid())
  await writeFile(list, `${entries.join('\n')}\n`, { mode: 0o600 })
  const args = [...WITHOUT, '--exit-on-error', '--single-transaction', `--use-list=${list}`]
  await runProgram('pg_restore', [...args, `--dbname=${address}`, dump], { signal, env })
}
