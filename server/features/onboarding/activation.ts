import { sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import { normalAddress } from '~/model/addresses'
import type { LinkFacts } from '~/model/onboarding'
import type { User } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { guests } from '~/model/resources/guests'
import { users } from '~/model/resources/users'
import { credentialVersionOf } from '~/server/features/auth/own-account'
import { markPasskeys } from '~/server/features/auth/passkeys/passkey-ceremonies'
import { removePasskeys } from '~/server/features/auth/passkeys/passkeys'
import { setPassword } from '~/server/features/auth/passwords'
import { notify } from '~/server/features/notifications/notify'
import {
  consumeLinkKey,
  linkError,
  type OpenedLink,
  revokeKey,
} from '~/server/features/one-time-links/open-link'
import { acceptedBy, findProvedUser, proveAddress } from '~/server/features/one-time-links/proved-addresses'
import { reportAccountChange } from '~/server/features/security-events/security-events'
import type { Database } from '~/server/platform/database/database'
import { applyChanges } from '~/server/records/apply'
import type { Context, Services } from '~/server/records/context'
import { writeEvent } from '~/server/records/history'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'
import { asServer, changeBy, type Origin } from '~/server/records/transaction'
import {
  type Answers,
  activation,
  actorOf,
  checkNewPassword,
  hashAcceptable,
  linkOwner,
  linkUser,
  toSaveError,
} from './link-users'

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

const givePassword = (context: Context, user: User, hashed: string) =>
  setPassword(context.tx, { uid: user.uid, email: String(user.email), name: labelOf(users, user) }, hashed)

/** Notifies the inviter that the user accepted. */
const notifyHost = async (context: Context, user: User) => {
  if (!user.invitedBy) return
  const names = { person: labelOf(users, user), company: user.company?.label ?? '' }
  await notify(context, {
    kind: 'invitationAccepted',
    to: { user: uidOf(user.invitedBy.ref) },
    about: { resource: users, record: user },
    path: `/user/show/${user.uid}`,
    values: () => names,
  })
}

/**
 * Activates an invited user in one transaction: names, terms, password and seat.
 * @returns the version of their credentials, to start a session with
 * @throws ApiError OB2 to OB6
 */
export const activate = async (services: Services, link: OpenedLink, answers: Answers, from: Origin) => {
  // The status is checked after the key is consumed: the second of two concurrent answers fails on the used
  // key, not on the activated user.
  const invited = await linkOwner(services.database, link.uid)
  const hashed = await hashAcceptable(answers.password)
  return changeBy({ services, actor: actorOf(invited), ...from }, async context => {
    // The user first, as every change of one does that revokes links.
    await linkOwner(context.tx, link.uid, true)
    await consumeLinkKey(context.tx, link)
    const before = await linkUser(context.tx, 'invite', link.uid, true)
    const changes = activation(before, answers)
    checkNewPassword(answers.password)
    const after = await applyChanges(context, users, before, changes)
    await givePassword(context, after, hashed)
    await proveAddress(context.tx, after.uid)
    await notifyHost(context, after)
    return credentialVersionOf(context.tx, link.uid)
  }).catch((error: unknown) => {
    throw toSaveError(error)
  })
}

/**
 * Activates an invited user who has signed in by the identity provider's link, which has proved their address: names,
 * terms and seat. The provider has the password.
 */
export const activateByIdentity = async (context: Context, before: User, answers: Answers): Promise<User> => {
  const after = await applyChanges(context, users, before, activation(before, answers))
  await proveAddress(context.tx, after.uid)
  await revokeKey(context.tx, 'invite', after.uid)
  await notifyHost(context, after)
  return after
}

/** Notifies the administrators of the user's company of the password reset. */
const notifyAdministrators = async (context: Context, user: User) => {
  if (!user.company) return
  await notify(context, {
    kind: 'passwordReset',
    to: { administratorsOf: uidOf(user.company.ref), except: user.uid },
    about: { resource: users, record: user },
    path: `/user/show/${user.uid}`,
    values: () => ({ person: labelOf(users, user) }),
  })
}

/** Removes the passkeys of the user. A reset keeps them unless the user chooses to remove them. */
const endPasskeys = async (context: Context, user: User) => {
  if ((await removePasskeys(context.tx, user.uid)) === 0) return
  await markPasskeys(context, user, false)
  await reportAccountChange(context, user, 'passkeyRemoved')
}

/**
 * Resets the password of a user who has proved their address, and ends all their sessions.
 * @returns the version of their credentials, to start a session with
 * @throws ApiError OB2, OB3, OB4, OB6
 */
export const resetPassword = async (services: Services, link: OpenedLink, answers: Answers, from: Origin) => {
  const user = await linkOwner(services.database, link.uid)
  const hashed = await hashAcceptable(answers.password)
  return changeBy({ services, actor: actorOf(user), ...from }, async context => {
    await linkOwner(context.tx, link.uid, true)
    await consumeLinkKey(context.tx, link)
    const before = await linkUser(context.tx, 'reset', link.uid, true)
    checkNewPassword(answers.password)
    await givePassword(context, before, hashed)
    await proveAddress(context.tx, before.uid)
    await revokeKey(context.tx, 'invite', before.uid)
    await services.sessions.endAll(context.tx, before.uid)
    context.afterCommit(() => services.sessions.forget())
    // Wrong codes stay counted, because the link does not prove the second factor.
    if (!before.secondFactor)
      context.afterCommit(() => services.rateLimits.forgetAccount(normalAddress(String(before.email))))
    await writeEvent(context, users, 'update', before, { changes: {}, by: 'passwordReset' })
    await reportAccountChange(context, before, 'passwordReset')
    await notifyAdministrators(context, before)
    if (answers.removePasskeys) await endPasskeys(context, before)
    return credentialVersionOf(context.tx, before.uid)
  })
}
