import { sql } from 'drizzle-orm'
import { labelOf, onlySelf } from '~/model/access'
import { normalAddress } from '~/model/addresses'
import { ApiError, invalidFields } from '~/model/errors'
import type { ChangesOf } from '~/model/record-of'
import type { User } from '~/model/record-types'
import { uidOf } from '~/model/refs'
import { users } from '~/model/resources/users'
import { isRole, mayGive, type Role, ranksAbove } from '~/model/roles'
import { confirmPassword } from '~/server/features/auth/confirm-password'
import { raiseCredentialVersion, requireCredentialVersion } from '~/server/features/auth/credential-version'
import { hashPassword, removeAccount, setPassword } from '~/server/features/auth/passwords'
import { spend } from '~/server/features/companies/quota'
import { resendInvitation } from '~/server/features/invitations/invite-user'
import { revokeKey } from '~/server/features/one-time-links/link-keys'
import { reportAccountChange } from '~/server/features/security-events/security-events'
import { viewAs } from '~/server/features/viewings/view-as'
import { leaveViews } from '~/server/features/views/leave-views'
import type { Context, Hooks } from '~/server/records/hooks'
import { roleLabel } from '~/server/records/labels'
import { checkValue } from '~/server/records/schemas/field-schemas'
import { lockRights } from '~/server/records/writing/same-actor'
import { isMove, leaveLists } from './leave-lists'
import { dropPasskeys, dropSecondFactor, dropThirdParty } from './lost-access'
import { placeChange, requirePlace } from './role-place'

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

/** @throws ApiError 409 if another user has the address meanwhile */
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
  await services.sessions.endAll(tx, before.uid, own ? session : '')
  await reportAccountChange(context, before, 'passwordChanged')
}

/** Nobody moves themselves to another company; a user whose role does not exist there does not move. */
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
    return { confirmed, version, ...(isNew && { password: await hashPassword(password) }) }
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
    if (values.password) await setPassword(context.tx, user, String(context.prepared.password))
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

  beforeDelete: context => lockRights(context),

  // How they sign in, and their views. Sessions have ended.
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
    if ((['role', 'status', 'company'] as const).some(key => hasChanged(key, before, after)))
      await context.services.sessions.endAll(context.tx, after.uid)
    if (after.status === 'deleted' || hasChanged('company', before, after)) await leaveViews(context, after)
    if (isMove(before, after)) await leaveLists(context, after)
    if (outdatesLinks(before, after)) await dropLinks(context, after.uid)
    context.afterCommit(() => context.services.sessions.forget())
    await reportChanges(context, before, after)
  },
}
