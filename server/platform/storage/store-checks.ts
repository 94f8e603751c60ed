import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import type { Metrics } from '~/server/platform/metrics/metrics'
import { FileMissing, type FileStore, NotTheStore, StoreUnavailable } from './file-store'

/** Milliseconds for which a state is cached: health checks are frequent. */
const KNOWN = 10_000

type StoreState = 'ok' | 'unavailable'

/** Whether the store answers; checked at most every ten seconds. A folder of this machine always does. */
export const createStoreState = (files: Pick<FileStore, 'check' | 'pathOf'>) => {
  let asked = Number.NEGATIVE_INFINITY
  let state: Promise<StoreState> = Promise.resolve('ok')
  return (): Promise<StoreState> => {
    if (!files.pathOf && Date.now() - asked > KNOWN) {
      asked = Date.now()
      state = files.check().then(
        () => 'ok',
        () => 'unavailable',
      )
    }
    return state
  }
}

const failureOf = (error: unknown) =>
  error instanceof FileMissing ? 'missing' : error instanceof StoreUnavailable ? 'unavailable' : 'failed'

/** The same store, whose operations are measured. Bytes of uploads are counted where they arrive. */
export const measureStore = (
  store: FileStore,
  { storeOperations }: Pick<Metrics, 'storeOperations'>,
): FileStore => {
  const measure =
    <Args extends readonly unknown[], Result>(operation: string, run: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      const end = storeOperations.startTimer({ operation })
      try {
        const result = await run(...args)
        end({ result: 'completed' })
        return result
      } catch (error) {
        end({ result: failureOf(error) })
        throw error
      }
    }
  return {
    ...store,
    check: measure('check', store.check),
    read: measure('read', store.read),
    write: measure('write', store.write),
    adopt: measure('adopt', store.adopt),
    sync: measure('sync', store.sync),
    share: measure('share', store.share),
    size: measure('size', store.size),
    modifiedAt: measure('modifiedAt', store.modifiedAt),
    remove: measure('remove', store.remove),
  }
}

/** The store holds the files of another database. */
export class ForeignStore extends Error {}

/** A number of a cluster and one of a database: anything else is no marker, such as a page. */
const IDENTITY = /^\d+-\d+$/

/** Identity that a physical copy of the database shares, such as a promoted standby, and a restored one does not. */
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
      `The file store holds the files of another database, which its object ${marker.name} names. ${marker.elsewhere} If this database has taken the place of that one, remove the object.`,
    )
}
