import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import { type FileStore, NotTheStore } from './file-store'

/** The store holds the files of another database. */
export class ForeignStore extends Error {}

/** A number of a cluster and one of a database: anything else is no marker, such as a page. */
const IDENTITY = /^\d+-\d+$/

/** What a physical copy of the database shares, such as a promoted standby, and a restored one does not. */
const identityOf = async (database: Database) => {
  const [row] = await database.query<{ identity: string }>(sql`
    select (select system_identifier from pg_control_system()) || '-' || oid as identity
    from pg_database where datname = current_database()`)
  return row?.identity ?? ''
}

/**
 * Refuses a store that another database uses: each would remove the files of the other, since it has no rows of them.
 * The first database that uses a store marks it.
 * @throws ForeignStore, NotTheStore, StoreUnavailable
 */
export const requireOwnership = async ({ marker }: Pick<FileStore, 'marker'>, database: Database) => {
  if (!marker) return
  const own = await identityOf(database)
  if ((await marker.read()) === undefined) await marker.write(own)
  const found = await marker.read()
  if (found === undefined || !IDENTITY.test(found)) throw new NotTheStore(marker.unreadable)
  if (found !== own)
    throw new ForeignStore(
      `The file store holds the files of another database, which its object ${marker.name} names. Set another S3_PREFIX. If this database has taken the place of that one, remove the object.`,
    )
}
