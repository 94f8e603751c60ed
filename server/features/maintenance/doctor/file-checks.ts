import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import { FileMissing, type FileStore } from '~/server/platform/storage/file-store'
import { error, type Finding, ok } from './findings'

const AT_ONCE = 1000
/** Files that are named. */
const NAMED = 10

type Row = TableRow<'files', 'id' | 'size'>

/** The complete files of the database, in batches. */
async function* rowsIn(database: Database) {
  let after = ''
  for (;;) {
    const rows = await database.query<Row>(sql`select id, size from files
      where md5 is not null and size is not null and id > ${after} order by id limit ${AT_ONCE}`)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.id ?? ''
  }
}

const isRemoved = async (database: Database, id: string) =>
  (await database.query(sql`select 1 from files where id = ${id}`)).length === 0

/** A file that was removed with its row meanwhile is none. */
const faultOf = async (database: Database, files: FileStore, { id, size }: Row) => {
  try {
    return (await files.size(id)) === Number(size) ? undefined : `${id} (another size)`
  } catch (problem) {
    if (!(problem instanceof FileMissing)) throw problem
    return (await isRemoved(database, id)) ? undefined : `${id} (missing)`
  }
}

/** Compares each row with its file; a folder or bucket may hold more, which is collected every hour. */
export const checkFiles = async (database: Database, files: FileStore): Promise<Finding> => {
  const faults: string[] = []
  let count = 0
  for await (const rows of rowsIn(database)) {
    count += rows.length
    const found = await Promise.all(rows.map(row => faultOf(database, files, row)))
    faults.push(...found.filter(fault => fault !== undefined))
  }
  return faults.length > 0
    ? error(
        `${faults.length} of ${count} files are missing or damaged: ${faults.slice(0, NAMED).join(', ')}${faults.length > NAMED ? ' …' : ''}`,
        'Copy them from a backup: its folder "files" holds them by these names.',
      )
    : ok(`All ${count} files are in the store`)
}
