import { sql } from 'drizzle-orm'
import { labelOf, ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { type ScopeName, scopeNamesOf } from '~/model/grants'
import { refOf, refOfRecord } from '~/model/refs'
import { trash, trashUid } from '~/model/resources/trash'
import { staffRoles } from '~/model/roles'
import type { Database, Row } from '~/server/platform/database/database'
import type { Flat } from '~/server/platform/database/flat'
import type { TableRow } from '~/server/platform/database/tables'
import { changeOf } from '~/server/platform/realtime/changes'
import type { Context } from '~/server/records/hooks'
import type { Services } from '~/server/records/services'
import { insertRow } from '~/server/records/writing/rows'
import { type Cleared, readBelongings, readCleared, readRow, type Stored } from './stored-row'

const DAY = 86_400_000
/** Characters of a name that the list shows. */
const MOST = 200

/** What the trash keeps of a record: its row, and as the API told it, the ids of its files, and what hangs on it. */
export type Kept = {
  readonly record: Flat
  readonly row: Row
  readonly files: readonly string[]
  readonly cleared: readonly Cleared[]
  readonly belongings?: readonly Stored[]
}

/** Moves files from one owner to another: files of what is in the trash are in no download, and never swept. */
export const moveFiles = async (tx: Database, from: string, to: string) =>
  (
    await tx.query<TableRow<'files', 'id'>>(
      sql`update files set owner = ${to} where owner = ${from} returning id`,
    )
  ).map(({ id }) => id)

/** Is a record its owner's alone? Colleagues who may not delete it may not find it in the trash either. */
const isPersonal = (resource: Resource) =>
  resource.user !== undefined &&
  staffRoles.every(role => scopeNamesOf(resource.grants.delete, role).every(isOwnersOrAll))

const isOwnersOrAll = (scope: ScopeName) => scope === 'self' || scope === 'all'

/** Who finds the record in the trash: its owner alone, or its company. */
const holderOf = (resource: Resource, record: Flat) => {
  if (!isPersonal(resource)) return { company: companyLink(resource, record), user: null }
  const { user } = ownerOf(resource, record)
  return { company: null, user: user ? { ref: refOf('users', user) } : null }
}

/** A company goes itself: what it was remains with the provider. */
const companyLink = (resource: Resource, record: Flat) => {
  const { company } = ownerOf(resource, record)
  return company && resource.company !== 'uid' ? { ref: refOf('companies', company) } : null
}

/** Days that records of a resource stay in the trash; 0: they do not get there. */
export const trashDaysOf = ({ config }: Pick<Services, 'config'>, { removal }: Resource) =>
  removal === undefined || removal === 'soft' ? config.TRASH_DAYS : 0

/**
 * Keeps a copy of a record that is about to be removed or marked as deleted, with its files, in the same transaction. Links
 * to what is only marked stay.
 */
export const putInTrash = async (context: Context, resource: Resource, record: Flat) => {
  const { tx, now, services, actor } = context
  const days = trashDaysOf(services, resource)
  if (days === 0) return
  const uid = trashUid(resource.name, record.uid)
  const kept: Kept = {
    record,
    row: await readRow(tx, resource, record.uid),
    files: await moveFiles(tx, refOf(resource.name, record.uid), refOf(trash.name, uid)),
    cleared: resource.removal ? [] : await readCleared(tx, resource, record.uid),
    belongings: await readBelongings(tx, services.hooksOf(resource.name).belongings ?? [], record.uid),
  }
  const values = {
    uid,
    createdAt: now,
    updatedAt: now,
    type: resource.name,
    object: refOfRecord(resource, record),
    label: [...labelOf(resource, record)].slice(0, MOST).join(''),
    ...holderOf(resource, record),
    by: actor.uid ? { ref: refOf('users', actor.uid) } : null,
    purgeAt: new Date(now.getTime() + days * DAY),
    content: kept,
  }
  // As any resource: the type may be one that the definition of the trash does not offer in its filter.
  await insertRow<Resource, typeof values>(tx, trash, values)
  await services.changes.publish(tx, changeOf(trash, values, 'create'), context.afterCommit)
}
