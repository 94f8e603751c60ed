import { sql } from 'drizzle-orm'
import type { User } from '~/model/record-types'
import { refIn, uidOf } from '~/model/refs'
import type { Context } from '~/server/records/hooks'

/**
 * For a user who leaves their company: colleagues keep what was shared with them only while its owner can be asked.
 * The views of a deleted user end; those of a user who changes company stop being shared and go with them.
 */
export const leaveViews = async ({ tx, now }: Context, user: User) => {
  if (user.status === 'deleted') {
    await tx.run(sql`delete from views where created_by_uid = ${user.uid}`)
    return
  }
  const company = refIn(user.company)
  await tx.run(sql`update views set shared = false, company_uid = ${company ? uidOf(company) : null}, updated_at = ${now}
    where created_by_uid = ${user.uid}`)
}
