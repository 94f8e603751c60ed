import { sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import { normalAddress } from '~/model/addresses'
import type { User } from '~/model/record-of'
import { refOf } from '~/model/refs'
import { guests } from '~/model/resources/guests'
import { users } from '~/model/resources/users'
import type { Database } from '~/server/platform/database/database'
import { findRow } from '~/server/records/list'
import { updateRow } from '~/server/records/rows'
import type { RowOf } from '~/server/records/tables'

/**
 * The active user who has proved that they own the address: by a link that was sent to it, or by an identity provider. An
 * account that staff created with an address proves nothing.
 */
export const findProvedUser = async (database: Database, email: string): Promise<User | undefined> => {
  const [row] = await database.query<RowOf<'users', 'uid'>>(
    sql`select uid from users where lower(email) = ${normalAddress(email)} and status = 'active' and email_proved`,
  )
  return row && findRow(database, users, row.uid, 'all')
}

/** The address that a user has proved; undefined before. */
export const provedAddress = async (database: Database, uid: string): Promise<string | undefined> => {
  const [row] = await database.query<{ email: string }>(
    sql`select lower(email) as email from users where uid = ${uid} and email_proved`,
  )
  return row?.email
}

/** Fields of a guest who has accepted: a reference to the user who owns the address. */
export const acceptedBy = (user: User) => ({
  user: { ref: refOf('users', user.uid) },
  'guest.label': labelOf(users, user) || user.email,
})

/** Records that a user owns their address, and assigns them the invitations that it accepted without an account. */
export const proveAddress = async (tx: Database, uid: string) => {
  await tx.run(sql`update users set email_proved = true where uid = ${uid}`)
  const user = await findRow(tx, users, uid, 'all')
  if (!user) return
  const rows = await tx.query<RowOf<'guests', 'uid'>>(sql`select uid from guests
    where guest_email = ${normalAddress(user.email)} and user_uid is null and status = 'accepted'`)
  for (const row of rows) {
    const guest = await findRow(tx, guests, row.uid, 'all', true)
    if (guest) await updateRow(tx, guests, guest, acceptedBy(user))
  }
}
