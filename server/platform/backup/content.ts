import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import { isFilled } from '~/server/platform/database/migrations'
import type { TableRow } from '~/server/platform/database/tables'
import { findProgram } from '~/server/platform/process/machine'
import { run } from '~/server/platform/process/run-program'
import { createList, type Manifest, type StoredFile } from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/removal'

type Options = {
  readonly signal: AbortSignal
  readonly env?: Readonly<Record<string, string>>
  /** Called with each line of standard output. */
  readonly onLine?: (line: string) => void
}

/**
 * Runs a system program to completion.
 * @throws BackupError if it is missing, or with its error output if it fails
 */
export const runProgram = async (
  name: 'tar' | 'pg_dump' | 'pg_restore',
  args: readonly string[],
  options: Options,
) => {
  const program = findProgram(name)
  if (!program)
    throw new BackupError(
      name === 'tar'
        ? 'The program tar is missing: install it.'
        : `The program ${name} is missing: install PostgreSQL's client programs (Debian: postgresql-client), of the server's version or later.`,
    )
  const { code, tail } = await run(program, args, { cwd: '/', ...options })
  if (code !== 0) throw new BackupError(`${name} failed: ${tail.trim() || `exit code ${code}`}`)
}

export type DatabaseTarget = {
  readonly target: string
  /** The file that becomes the list of the files that the database names. */
  readonly wanted: string
}

export type DatabaseCopy = { readonly migrations: string[]; readonly part: Manifest['database'] }

/** Rows that are read at a time. */
const PAGE = 5000

const migrationsOf = async (database: Database) => {
  const [found] = await database.query<{ table: string | null }>(
    sql`select to_regclass('migrations')::text as table`,
  )
  if (!found?.table) return []
  return (
    await database.query<TableRow<'migrations', 'name'>>(sql`select name from migrations order by name`)
  ).map(({ name }) => name)
}

/** Only completed files: their bytes are complete and immutable. */
async function* pagesOf(database: Database): AsyncGenerator<StoredFile[]> {
  for (let last = ''; ; ) {
    const rows = await database.query<TableRow<'files', 'id' | 'size' | 'md5'>>(
      sql`select id, size, md5 from files where md5 is not null and size is not null and id > ${last}
        order by id limit ${PAGE}`,
    )
    const end = rows.at(-1)
    if (!end) return
    yield rows
      .filter(row => isFilled(row, 'size', 'md5'))
      .map(({ id, size, md5 }) => ({ id, size: Number(size), md5 }))
    last = end.id
  }
}

/**
 * Writes the list of the files that the database names.
 * @returns the migrations that it has run
 */
export const listContent = async (database: Database, file: string) => {
  const migrations = await migrationsOf(database)
  const list = await createList(file)
  try {
    if (migrations.length > 0) for await (const page of pagesOf(database)) await list.add(page)
  } finally {
    await list.close()
  }
  return migrations
}
