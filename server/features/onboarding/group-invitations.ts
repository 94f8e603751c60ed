import { sql } from 'drizzle-orm'
import type { LinkFacts } from '~/model/onboarding'
import { uidOf } from '~/model/refs'
import { guests } from '~/model/resources/guests'
import { consumeLinkKey, linkError, type OpenedLink } from '~/server/features/one-time-links/open-link'
import { acceptedBy, findProvedUser } from '~/server/features/one-time-links/proved-addresses'
import type { Database } from '~/server/platform/database/database'
import type { Context } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import type { Services } from '~/server/records/services'
import type { RowOf } from '~/server/records/tables/row-of'
import { asServer, changeBy, type Origin } from '~/server/records/writing/as-server'
import { applyChanges } from '~/server/records/writing/update-record'
import type { Answers } from './link-schemas'
import { actorOf } from './link-users'

const labelIn = (link: { readonly label: string } | null) => link?.label ?? ''

const guestBehind = async (database: Database, uid: string, lock = false) => {
  const guest = await findRow(database, guests, uid, 'all', lock)
  if (!guest) throw linkError('OB4', 'gone')
  return guest
}

/** Reads the invitation of a link. @throws ApiError OB4 */
export const guestFacts = async (database: Database, uid: string): Promise<LinkFacts> => {
  const guest = await guestBehind(database, uid)
  const user = await findProvedUser(database, String(guest['guest.email']))
  const [row] = await database.query<RowOf<'users', 'lang'>>(
    sql`select lang from users where uid = ${uidOf(guest.createdBy?.ref ?? '')}`,
  )
  return {
    type: 'group',
    email: String(guest['guest.email']),
    lang: user?.lang ?? row?.lang ?? 'en',
    host: labelIn(guest.createdBy),
    company: labelIn(guest.company),
    group: labelIn(guest.group),
    known: user !== undefined,
  }
}

/** Adds the guest to the group; the key proves the address. @throws ApiError OB2, OB4 */
export const joinGroup = async (services: Services, link: OpenedLink, _answers: Answers, from: Origin) => {
  const guest = await guestBehind(services.database, link.uid)
  const user = await findProvedUser(services.database, String(guest['guest.email']))
  const join = async (context: Context) => {
    await consumeLinkKey(context.tx, link)
    const before = await guestBehind(context.tx, link.uid, true)
    const changes = { status: 'accepted' as const, acceptedAt: context.now, ...(user && acceptedBy(user)) }
    await applyChanges(context, guests, before, changes)
  }
  await (user ? changeBy({ services, actor: actorOf(user), ...from }, join) : asServer(services, join))
  return undefined
}
