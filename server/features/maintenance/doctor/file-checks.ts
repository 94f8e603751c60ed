import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import { hashOfStream } from '~/server/platform/disk/durable'
import { inBatches } from '~/server/platform/process/iterate'
import { FileMissing, type FileStore } from '~/server/platform/storage/file-store'
import { md5OfStored } from '~/server/platform/storage/local-files'
import { error, type Finding, ok } from './findings'

/** Rows that are read together. */
const PAGE = 1000
/** Files that are named. */
const NAMED = 10

type Row = TableRow<'files', 'id' | 'size' | 'md5'>

/** The complete files of the database. */
async function* rowsIn(database: Database) {
  let after = ''
  for (;;) {
    const rows = await database.query<Row>(sql`select id, size, md5 from files
      where md5 is not null and size is not null and id > ${after} order by id limit ${PAGE}`)
    if (rows.length === 0) return
    yield* rows
    after = rows.at(-1)?.id ?? ''
  }
}

const isRemoved = async (database: Database, id: string) =>
  (await database.query(sql`select 1 from files where id = ${id}`)).length === 0

/** The database has no checksum of a thumbnail. */
const isIntact = async (files: FileStore, { id, md5 }: Row) =>
  !md5 ||
  (await hashOfStream(await files.read(id), 'md5', 'base64')) === md5 ||
  (await md5OfStored(files, id)) === md5

/** A file that was removed with its row meanwhile is none. */
const faultOf = async (database: Database, files: FileStore, row: Row, isRead: boolean) => {
  const { id, size } = row
  try {
    if ((await files.size(id)) !== Number(size)) return `${id} (another size)`
    return !isRead || (await isIntact(files, row)) ? undefined : `${id} (other bytes)`
  } catch (problem) {
    if (!(problem instanceof FileMissing)) throw problem
    return (await isRemoved(database, id)) ? undefined : `${id} (missing)`
  }
}

/** Bytes that are read where not all are to be: of larger installations a sample, another each time. */
const SAMPLE = 500e6

/** Which files are read: all, or so many that their bytes are about a sample. */
const sampling = async (database: Database, all: boolean) => {
  const [row] = await database.query<{ bytes: string | null }>(
    sql`select sum(size) as bytes from files where md5 is not null`,
  )
  const share = all ? 1 : SAMPLE / Math.max(SAMPLE, Number(row?.bytes ?? 0))
  return () => Math.random() < share
}

/** Files that are compared at the same time. */
const AT_ONCE = 8

/**
 * Compares each row with its file, and the bytes of a sample with their checksums; a folder or bucket may hold more, which is
 * collected every hour.
 * @param all reads the bytes of all files
 */
export const checkFiles = async (database: Database, files: FileStore, all = false): Promise<Finding> => {
  const faults: string[] = []
  let [count, read] = [0, 0]
  const isSampled = await sampling(database, all)
  for await (const rows of inBatches(rowsIn(database), AT_ONCE)) {
    const planned = rows.map(row => ({ row, isRead: isSampled() }))
    count += rows.length
    read += planned.filter(({ isRead }) => isRead).length
    const found = await Promise.all(planned.map(({ row, isRead }) => faultOf(database, files, row, isRead)))
    faults.push(...found.filter(fault => fault !== undefined))
  }
  return faults.length > 0
    ? error(
        `${faults.length} of ${count} files are missing or damaged: ${faults.slice(0, NAMED).join(', ')}${faults.length > NAMED ? ' …' : ''}`,
        'Copy them from a backup: its folder "files" holds them by these names.',
      )
    : ok(
        `All ${count} files are in the store; ${read} were read and have their bytes${read < count ? ' (all with npm run doctor -- --read)' : ''}`,
      )
}
