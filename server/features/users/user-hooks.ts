import { sql } from 'drizzle-orm'
import { isEmpty, labelOf, onlySelf } from '~/model/access'
import { normalAddress } from '~/model/addresses'
import type { Resource } from '~/model/define'
import { ApiError, type FieldCode, invalidFields } from '~/model/errors'
import { type companiesFor, isRole, mayGive, missingFor, type Role, ranksAbove } from '~/model/grants'
import type { ChangesOf, User } from '~/model/record-of'
import { refIn, refsIn, uidOf } from '~/model/refs'
import { registry } from '~/model/registry'
import { users } from '~/model/resources/users'
import { unlinkAccounts } from '~/server/features/auth/oidc'
import {
  confirmPassword,
  raiseCredentialVersion,
  requireCredentialVersion,
} from '~/server/features/auth/own-account'
import { markPasskeys } from '~/server/features/auth/passkeys/passkey-ceremonies'
import { removePasskeys } from '~/server/features/auth/passkeys/passkeys'
import { hashPassword, removeAccount, setPassword } from '~/server/features/auth/passwords'
import { disableSecondFactor } from '~/server/features/auth/second-factor'
import { spend } from '~/server/features/companies/quota'
import { passwordChanged, sealPassword } from '~/server/features/firebase/account-outbox'
import { resendInvitation } from '~/server/features/invitations/invite-user'
import { activateByIdentity } from '~/server/features/onboarding/activation'
import { revokeKey } from '~/server/features/one-time-links/open-link'
import { reportAccountChange } from '~/server/features/security-events/security-events'
import { viewAs } from '~/server/features/viewings/view-sessions'
import { leaveViews } from '~/server/features/views/view-hooks'
import { applyChanges } from '~/server/records/apply'
import { type Context, type Hooks, noHooks } from '~/server/records/context'
import { checkValue, roleLabel } from '~/server/records/kinds'
import { findRow } from '~/server/records/list'
import { columnOf, type RowOf } from '~/server/records/tables'
import { lockRights } from '~/server/records/transaction'

type List = { readonly resource: Resource; readonly key: string }

/** The lists that name users of the record's own company alone; those of groups are the user's own field as well. */
const listsOfColleagues: readonly List[] = Object.values<Resource>(registry).flatMap(resource =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.kind === 'links' && field.target === users.name && field.sameCompany)
    .map(([key]) => ({ resource, key })),
)

const findNaming = ({ tx }: Context, { resource, key }: List, user: string) =>
  tx.query<{ uid: string }>(sql`select uid from ${sql.identifier(resource.name)}
    where ${sql.identifier(columnOf(key, resource.fields[key]))} @> array[${user}] order by uid`)

/** Removes the user from a list. @throws ApiError 409 referred_to if no user would be left who may read the record */
const takeOff = async (context: Context, { resource, key }: List, uid: string, user: User) => {
  const record = await findRow(context.tx, resource, uid, 'all', true)
  const place = resource.company
  if (!record || (place && refIn(record[place]) === refIn(user.company))) return
  const left = refsIn(record[key]).filter(ref => uidOf(ref) !== user.uid)
  const other = resource.fields[key]?.requiredUnless
  if (left.length === 0 && other !== undefined && isEmpty(record[other]))
    throw new ApiError('referred_to', `Nobody else may read a record of ${resource.name}`, {
      params: { by: resource.name },
    })
  await applyChanges(context, resource, record, { [key]: left.map(ref => ({ ref })) }, { hooks: noHooks })
}

/**
 * Removes a user who moved to another company from the former company's groups and access lists. Each removal is recorded
 * in the history of the list's record.
 */
const leaveLists = async (context: Context, user: User) => {
  for (const list of listsOfColleagues)
    for (const { uid } of await findNaming(context, list, user.uid)) await takeOff(context, list, uid, user)
}

/** Whether a change moves the user to another company. */
const isMove = (before: User, changes: { readonly company?: { readonly ref: string } | null }) =>
  changes.company !== undefined && refIn(changes.company) !== refIn(before.company)

const endSessions = async ({ tx, services, afterCommit }: Context, uid: string) => {
  await services.sessions.endAll(tx, uid)
  afterCommit(() => services.sessions.forget())
}

/** Disables the second factor of a user who lost their authenticator app; called by a user who may change them. */
const dropSecondFactor = async (context: Context, record: User) => {
  await raiseCredentialVersion(context.tx, record.uid)
  await disableSecondFactor(context.tx, record.uid)
  await applyChanges(context, users, record, { secondFactor: false }, { hooks: noHooks })
  await reportAccountChange(context, record, 'secondFactorOff')
}

/** Ends the sessions and removes the passkeys of a user whose device is lost or stolen. */
const dropPasskeys = async (context: Context, record: User) => {
  await endSessions(context, record.uid)
  await removePasskeys(context.tx, record.uid)
  await markPasskeys(context, record, false)
  await reportAccountChange(context, record, 'passkeyRemoved')
}

/** Unlinks a third-party account that was reassigned or recreated: the next sign-in links its own account. */
const dropThirdParty = async (context: Context, record: User) => {
  await endSessions(context, record.uid)
  await unlinkAccounts(context.tx, record.uid)
  await applyChanges(context, users, record, { thirdParty: false }, { hooks: noHooks })
  await reportAccountChange(context, record, 'thirdPartyUnlinked')
}

type Kind = (typeof companiesFor)[keyof typeof companiesFor]

/** Fields that decide a user's place. */
type Placed = { readonly role?: unknown; readonly company?: { readonly ref: string } | null }

const codes: Readonly<Record<Kind, FieldCode>> = { isPartner: 'no_partner', isProvider: 'no_provider' }

/** Locks the company, so that it stays what it is until the account's transaction ends. */
const findCompany = async ({ tx }: Pick<Context, 'tx'>, uid: string) => {
  const [row] = await tx.query<
    RowOf<'companies', never, { isPartner: 'is_partner'; isProvider: 'is_provider' }>
  >(
    sql`select is_partner as "isPartner", is_provider as "isProvider" from companies where uid = ${uid} for no key update`,
  )
  return row
}

/**
 * Refuses a role that does not exist in the user's company: partner accounts are in companies that are partners, root
 * accounts in the provider's. A partner gives their role in their own company alone.
 * @param field the field that shows the error
 * @throws ApiError 422 no_partner, no_provider; 403 forbidden_role
 */
const requirePlace = async (
  context: Pick<Context, 'tx' | 'actor'>,
  { role, company }: Placed,
  field: 'role' | 'company' | 'status',
) => {
  if (!isRole(role) || missingFor(role, undefined) === undefined) return
  const { actor } = context
  const uid = uidOf(company?.ref ?? '')
  const missing = missingFor(role, await findCompany(context, uid))
  if (missing) throw invalidFields({ [field]: codes[missing] })
  if (actor.role === 'partner' && role === 'partner' && uid !== actor.company)
    throw new ApiError('forbidden_role', 'A partner gives that role in their own company alone')
}

/** The form field of a changed place of a user; undefined if the place stays the same. */
const placeChange = (
  before: Placed & { readonly status?: unknown },
  changes: Placed & { readonly status?: unknown },
): 'role' | 'company' | 'status' | undefined => {
  if (changes.role !== undefined && changes.role !== before.role) return 'role'
  if (changes.company && changes.company.ref !== before.company?.ref) return 'company'
  return changes.status === 'active' && before.status !== 'active' ? 'status' : undefined
}

const forbiddenRole = () => new ApiError('forbidden_role', 'That role or user ranks above yours')

const isTaken = async ({ tx }: Context, email: unknown, except: string) =>
  (
    await tx.query(
      sql`select 1 from users where lower(email) = ${email} and status <> 'deleted' and uid <> ${except}`,
    )
  ).length > 0

const refuseDuplicate = async (context: Context, email: unknown, except = '') => {
  if (await isTaken(context, email, except))
    throw new ApiError('user_exists', 'User already exists. Please verify the email address.', {
      fields: { email: 'taken' },
    })
}

/** @throws ApiError 409 if another user has taken the address since */
const refuseTaken = async (context: Context, user: User) => {
  if (await isTaken(context, normalAddress(String(user.email)), user.uid))
    throw new ApiError('restore_taken', 'Another user has the address', {
      params: { name: labelOf(users, user) },
    })
}

const refuseRole = ({ actor }: Context, role: unknown) => {
  if (!isRole(role) || !mayGive(actor.role, role)) throw forbiddenRole()
}

/** The fields of a user that determine seats. */
type Seated = { readonly company?: { readonly ref: string } | null; readonly status?: unknown }

type Seats = { company: string | null; users: number; maxActive: number }

export const seatsOf = (record: Seated | undefined): Seats => ({
  company: record?.company ? uidOf(record.company.ref) : null,
  users: !record || record.status === 'deleted' || record.status === 'pending' ? 0 : 1,
  maxActive: record?.status === 'active' ? 1 : 0,
})

/** Takes the seats that the user needs now and gives back former ones; 409 `quota` if too few are left. */
const seat = async (context: Context, before: Seated | undefined, after: Seated) => {
  const [had, needs] = [seatsOf(before), seatsOf(after)]
  for (const quota of ['users', 'maxActive'] as const) {
    const stays = had.company === needs.company
    if (!stays && had.company) await spend(context, had.company, quota, -had[quota])
    if (needs.company) await spend(context, needs.company, quota, needs[quota] - (stays ? had[quota] : 0))
  }
}

/** Sets the password hashed by `prepare` and ends the user's other sessions. */
const changePassword = async (context: Context, before: User) => {
  const { tx, actor, session, prepared, services } = context
  const own = before.uid === actor.uid
  const account = { uid: before.uid, email: String(before.email), name: labelOf(users, before) }
  await setPassword(tx, account, String(prepared.password))
  await passwordChanged(context, before.uid, prepared.forFirebase)
  await services.sessions.endAll(tx, before.uid, own ? session : '')
  await reportAccountChange(context, before, 'passwordChanged')
}

/** Refuses users who move themselves, and moves to a company in which the user's role does not exist. */
const checkPlace = async (context: Context, before: User, changes: ChangesOf<typeof users>) => {
  const field = placeChange(before, changes)
  if (field === 'company' && before.uid === context.actor.uid)
    throw new ApiError('forbidden', 'Nobody moves themselves to another company')
  if (field) await requirePlace(context, { ...before, ...changes }, field)
}

const isActive = (record: { readonly role?: unknown; readonly status?: unknown }, role: Role) =>
  record.role === role && record.status === 'active'

/** Keeps one active root, and one active admin per company; only root may remove a company's last admin. */
const requireSuccessor = async (
  { tx, actor }: Context,
  before: User,
  after: Seated & { readonly role?: unknown },
) => {
  const isLeft = async (role: Role, company: string | null) =>
    (
      await tx.query(sql`select 1 from users where role = ${role} and status = 'active'
        and (${company}::text is null or company_uid = ${company}) limit 1`)
    ).length > 0
  if (isActive(before, 'root') && !isActive(after, 'root') && !(await isLeft('root', null)))
    throw new ApiError('last_root', 'The last active root user stays one')
  const company = seatsOf(before).company
  const leaves =
    isActive(before, 'admin') && (!isActive(after, 'admin') || company !== seatsOf(after).company)
  if (leaves && actor.role !== 'root' && !(await isLeft('admin', company)))
    throw new ApiError('last_admin', 'The last active admin of a company stays one')
}

/** Fields that determine a user's identity and permissions. */
const rights = ['email', 'role', 'status', 'company', 'password'] as const

const hasChanged = <K extends string>(
  key: K,
  before: { readonly [P in K]?: unknown },
  after: { readonly [P in K]?: unknown },
) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null)

type Outdating = Pick<User, 'email' | 'role' | 'company' | 'status'>

/** Links of a disabled or deleted user say so (OB3, OB4); they are invalid once the user is active again. */
export const outdatesLinks = (before: Outdating, after: Outdating) =>
  (['email', 'role', 'company'] as const).some(key => hasChanged(key, before, after)) ||
  (hasChanged('status', before, after) && after.status === 'active')

const reportChanges = async (context: Context, before: User, after: User) => {
  const of = (key: keyof User) => ({ from: before[key], to: after[key] })
  if (hasChanged('email', before, after))
    await reportAccountChange(context, after, 'emailChanged', of('email'), [
      String(before.email),
      String(after.email),
    ])
  if (hasChanged('role', before, after)) await reportAccountChange(context, after, 'roleChanged', of('role'))
  if (hasChanged('status', before, after) && before.status !== 'pending')
    await reportAccountChange(context, after, 'statusChanged', of('status'))
}

/** Revokes links, because they lead to the account as it was when they were sent. */
const dropLinks = async ({ tx }: Context, uid: string) => {
  for (const type of ['invite', 'reset'] as const) await revokeKey(tx, type, uid)
}

export const userHooks: Hooks<typeof users> = {
  actions: { dropSecondFactor, dropPasskeys, dropThirdParty, viewAs, resend: resendInvitation },

  extras: ['origin', 'oldPassword'],

  prepare: async ({ services, actor, address }, { password, oldPassword }, uid = '') => {
    const own = uid === actor.uid
    const isNew = typeof password === 'string' && !checkValue(password, users.fields.password)
    // A caller who may change only themselves is rejected before the password is hashed.
    if (isNew && !own && onlySelf(users, 'update', actor)) return {}
    const confirmed = own && (isNew || oldPassword !== undefined)
    const version = confirmed
      ? await confirmPassword(services, uid, String(oldPassword ?? ''), address, 'oldPassword')
      : undefined
    if (!isNew) return { confirmed, version }
    return {
      ...{ confirmed, version, password: await hashPassword(password) },
      forFirebase: sealPassword(services, password),
    }
  },

  computeFields: values => {
    if ('status' in values) values.isActive = values.status === 'active'
  },

  present: (record, { lang }) =>
    isRole(record.role) ? { ...record, roleLabel: roleLabel(record.role, lang) } : record,

  authorize: ({ actor }, operation, record) => {
    if (isRole(record.role) && ranksAbove(record.role, actor.role)) throw forbiddenRole()
    if (operation === 'delete' && record.uid === actor.uid)
      throw new ApiError('forbidden', 'Nobody deletes their own account')
  },

  beforeCreate: async (context, values) => {
    refuseRole(context, values.role)
    await requirePlace(context, values, 'role')
    await refuseDuplicate(context, values.email)
  },

  afterCreate: async (context, values) => {
    await seat(context, undefined, values)
    const user = { uid: values.uid, email: String(values.email), name: labelOf(users, values) }
    if (!values.password) return
    await setPassword(context.tx, user, String(context.prepared.password))
    await passwordChanged(context, values.uid, context.prepared.forFirebase)
  },

  beforeUpdate: async (context, before, changes) => {
    if (rights.some(key => key in changes)) await lockRights(context)
    const own = before.uid === context.actor.uid
    const { confirmed, version } = context.prepared
    if (confirmed) await requireCredentialVersion(context.tx, before.uid, version)
    if (before.status === 'pending' && changes.status === 'active')
      throw new ApiError('state', 'An invited user comes in by the invitation', {
        params: { from: 'pending', to: 'active' },
      })
    if ('role' in changes && changes.role !== before.role) {
      if (own) throw forbiddenRole()
      refuseRole(context, changes.role)
    }
    await checkPlace(context, before, changes)
    // The form sends what was changed: a user leaves the groups of the former company with it.
    if (isMove(before, changes)) changes.groups ??= []
    if (own && 'status' in changes && changes.status !== before.status)
      throw new ApiError('forbidden', 'Nobody disables their own account')
    // A session alone, which may be stolen, must not suffice to take over the account permanently.
    if (own && hasChanged('email', before, { ...before, ...changes }) && !context.prepared.confirmed)
      throw invalidFields({ email: 'own_email' })
    if ('email' in changes && changes.email !== before.email) {
      await refuseDuplicate(context, changes.email, before.uid)
      changes.emailProved = false
    }
    if (changes.password) {
      await changePassword(context, before)
      await dropLinks(context, before.uid)
    }
  },

  activate: activateByIdentity,

  beforeDelete: context => lockRights(context),

  // Credentials and views. Sessions have ended.
  belongings: [
    { table: 'auth_user', column: 'id' },
    { table: 'auth_account', column: 'userId' },
    { table: 'second_factors', column: 'user_id' },
    { table: 'recovery_codes', column: 'user_id' },
    { table: 'passkeys', column: 'user_id' },
    { table: 'views', column: 'created_by_uid' },
  ],

  beforeReturn: async (context, user) => {
    await lockRights(context)
    await requirePlace(context, user, 'role')
    await refuseTaken(context, user)
  },

  afterUpdate: async (context, before, after) => {
    await seat(context, before, after)
    await requireSuccessor(context, before, after)
    if (after.status === 'deleted') await removeAccount(context.tx, after.uid)
    else if (after.email !== before.email) {
      await raiseCredentialVersion(context.tx, after.uid)
      await context.tx.run(sql`update auth_user set email = ${after.email} where id = ${after.uid}`)
    }
    const isMoved = (['role', 'status', 'company'] as const).some(key => hasChanged(key, before, after))
    // An invited user has no access that could end, and may just have proved their address to activate it.
    if (isMoved && before.status !== 'pending') await context.services.sessions.endAll(context.tx, after.uid)
    if (after.status === 'deleted' || hasChanged('company', before, after)) await leaveViews(context, after)
    if (isMove(before, after)) await leaveLists(context, after)
    if (outdatesLinks(before, after)) await dropLinks(context, after.uid)
    context.afterCommit(() => context.services.sessions.forget())
    await reportChanges(context, before, after)
  },
}
