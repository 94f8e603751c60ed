import { sql } from 'drizzle-orm'
import { trash } from '~/model/resources/trash'
import { removeForGood } from '~/server/records/change'
import type { Services } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'
import { asServer } from '~/server/records/transaction'

/** Reads the row again under lock: a user may have restored the record and deleted it again. */
const removeDue = (services: Services, uid: string) =>
  asServer(services, async context => {
    const trashed = await findRow(context.tx, trash, uid, 'all', true)
    const due = trashed?.purgeAt && Date.parse(trashed.purgeAt) <= context.now.getTime()
    if (due) await removeForGood(context, trash, trashed)
  })

/** Permanently deletes records whose retention period in the trash is over. */
export const emptyTrash = async (services: Services) => {
  const due = await services.database.query<RowOf<'trash', 'uid'>>(
    sql`select uid from trash where purge_at_sort <= now()`,
  )
  for (const { uid } of due) await removeDue(services, uid)
}
