import { stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import { isChosen } from '~/server/platform/database/hosts'
import { fsyncLater, hashOf } from '~/server/platform/disk/durable'
import { BackupError } from '~/server/platform/storage/backup-error'
import { type DatabaseCopy, type DatabaseTarget, listContent } from './content'
import { runProgram } from './program'

const POSTGRES_PART = 'database.dump'

/** What libpq programs are given. The password goes in the environment: every user on the machine can read arguments. */
export const reached = (databaseUrl: string) => {
  // Not read as a URL, which has one host. Among several, libpq too must choose the one that accepts writes.
  // The last @ ends the password, which may hold others: the driver reads it so, libpq does not.
  const [, before = '', password, after = ''] =
    /^([^:]+:\/\/[^:@/]*)(?::([^/?#]*)(?=@))?(.*)$/.exec(databaseUrl) ?? []
  const env: Record<string, string> = {
    ...(password && { PGPASSWORD: decodeURIComponent(password) }),
    ...(isChosen(databaseUrl) && { PGTARGETSESSIONATTRS: 'read-write' }),
  }
  return { address: before + after, env }
}

/** Dumps PostgreSQL in the same state that the file list is read from: both use one exported snapshot. */
export const dumpPostgres = async (
  database: Database,
  databaseUrl: string,
  { target, wanted }: DatabaseTarget,
  signal: AbortSignal,
): Promise<DatabaseCopy> => {
  const to = path.join(target, POSTGRES_PART)
  const { address, env } = reached(databaseUrl)
  const migrations = await database.transaction(async tx => {
    await tx.run(sql`set transaction isolation level repeatable read, read only`)
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
    const [exported] = await tx.query<{ id: string }>(sql`select pg_export_snapshot() as id`)
    const found = await listContent(tx, wanted)
    const args = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${exported?.id}`]
    await runProgram('pg_dump', [...args, `--file=${to}`, address], { signal, env })
    return found
  })
  await fsyncLater(to)
  const sha256 = await hashOf(to, 'sha256', 'hex', signal)
  const { size } = await stat(to)
  return { migrations, part: { kind: 'postgresql', name: POSTGRES_PART, size, sha256 } }
}

/** @throws BackupError if the database already has tables */
export const refuseFilled = async (database: Database) => {
  const [found] =
    await database.query(sql`select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss') limit 1`)
  if (found)
    throw new BackupError(
      'The database at DATABASE_URL has tables already. Create an empty one (createdb) and name it in DATABASE_URL.',
    )
}

/** Restores a dump into an empty database, in a single transaction. */
export const loadPostgres = async (databaseUrl: string, dump: string, signal: AbortSignal) => {
  const { address, env } = reached(databaseUrl)
  const args = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
  await runProgram('pg_restore', [...args, `--dbname=${address}`, dump], { signal, env })
}
