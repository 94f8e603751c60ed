import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import { hashOfStream } from '~/server/platform/disk/durable'
import { FileMissing, type FileStore } from '~/server/platform/storage/file-store'
import { md5OfStored } from '~/server/platform/storage/local-files'
import { error, type Finding, ok } from './findings'

const AT_ONCE = 1000
/** Files that are named. */
const NAMED = 10

type Row = TableRow<'files', 'id' | 'size' | 'md5'>

/** The complete files of the database, in batches. */
async function* rowsIn(database: Database) {
  let after = ''
  for (;;) {
    const rows = await database.query<Row>(sql`select id, size, md5 from files
      where md5 is not null and size is not null and id > ${after} order by id limit ${AT_ONCE}`)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.id ?? ''
  }
}

const inGroups = (rows: readonly Row[]) =>
  Array.from({ length: Math.ceil(rows.length / READ_AT_ONCE) }, (_, at) =>
    rows.slice(at * READ_AT_ONCE, (at + 1) * READ_AT_ONCE),
  )

const isRemoved = async (database: Database, id: string) =>
  (await database.query(sql`select 1 from files where id = ${id}`)).length === 0

/** Files that are read at the same time. */
const READ_AT_ONCE = 4

/** The database has no checksum of a thumbnail. */
const isIntact = async (files: FileStore, { id, md5 }: Row) =>
  !md5 ||
  (await hashOfStream(await files.read(id), 'md5', 'base64')) === md5 ||
  (await md5OfStored(files, id)) === md5

/** A file that was removed with its row meanwhile is none. */
const faultOf = async (database: Database, files: FileStore, row: Row, read: boolean) => {
  const { id, size } = row
  try {
    if ((await files.size(id)) !== Number(size)) return `${id} (another size)`
    return !read || (await isIntact(files, row)) ? undefined : `${id} (other bytes)`
  } catch (problem) {
    if (!(problem instanceof FileMissing)) throw problem
    return (await isRemoved(database, id)) ? undefined : `${id} (missing)`
  }
}

/**
 * Compares each row with its file; a folder or bucket may hold more, which is collected every hour.
 * @param read compares the bytes as well
 */
export const checkFiles = async (database: Database, files: FileStore, read = false): Promise<Finding> => {
  const faults: string[] = []
  let count = 0
  for await (const rows of rowsIn(database)) {
    count += rows.length
    for (const some of read ? inGroups(rows) : [rows]) {
      const found = await Promise.all(some.map(row => faultOf(database, files, row, read)))
      faults.push(...found.filter(fault => fault !== undefined))
    }
  }
  return faults.length > 0
    ? error(
        `${faults.length} of ${count} files are missing or damaged: ${faults.slice(0, NAMED).join(', ')}${faults.length > NAMED ? ' …' : ''}`,
        'Copy them from a backup: its folder "files" holds them by these names.',
      )
    : ok(
        read
          ? `All ${count} files are in the store, with their bytes`
          : `All ${count} files are in the store`,
      )
}
