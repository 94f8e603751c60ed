import { sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { ApiError, invalidFields } from '~/model/errors'
import { uidOf } from '~/model/refs'
import { users } from '~/model/resources/users'
import { isRole, mayGive, ranksAbove } from '~/model/roles'
import type { Flat } from '../db/flat'
import { checkPassword, removeAccount, setPassword } from '../identity/passwords'
import { switchOff } from '../identity/second-factor'
import { unlinkAccounts } from '../identity/third-party-links'
import type { Context, Hooks, Values } from '../records/hooks'
import { applyChanges } from '../records/updating'
import { claimInvitations } from './guests'
import { spend } from './quota'

const forbiddenRole = () => new ApiError('forbidden_role', 'That role or user ranks above yours')

const refuseDuplicate = async ({ tx }: Context, email: unknown, except = '') => {
  const [taken] = await tx.query(
    sql`select 1 from users where lower(email) = ${email} and status <> 'deleted' and uid <> ${except}`,
  )
  if (taken)
    throw new ApiError('user_exists', 'User already exists. Please verify the email address.', {
      fields: { email: 'taken' },
    })
}

const refuseRole = ({ actor }: Context, role: unknown) => {
  if (!isRole(role) || !mayGive(actor.role, role)) throw forbiddenRole()
}

type Seats = { company: string | null; users: number; maxActive: number }

const seatsOf = (record: Values | undefined): Seats => ({
  company: record?.company ? uidOf((record.company as { ref: string }).ref) : null,
  users: !record || record.status === 'deleted' || record.status === 'pending' ? 0 : 1,
  maxActive: record?.status === 'active' ? 1 : 0,
})

/** Takes the seats that the user needs now and gives back those they had; 409 `quota` where there are too few. */
const seat = async ({ tx }: Context, before: Values | undefined, after: Values) => {
  const [had, needs] = [seatsOf(before), seatsOf(after)]
  for (const quota of ['users', 'maxActive'] as const) {
    const stays = had.company === needs.company
    if (!stays && had.company) await spend(tx, had.company, quota, -had[quota])
    if (needs.company) await spend(tx, needs.company, quota, needs[quota] - (stays ? had[quota] : 0))
  }
}

const changePassword = async (context: Context, before: Flat, password: string, oldPassword: unknown) => {
  const own = before.uid === context.actor.uid
  if (own && !(await checkPassword(context.tx, before.uid, String(oldPassword ?? ''))))
    throw invalidFields({ oldPassword: 'wrong_old_password' })
  await setPassword(
    context.tx,
    { uid: before.uid, email: String(before.email), name: labelOf(users, before) },
    password,
  )
  await context.services.sessions.endAll(context.tx, before.uid, own ? context.session : '')
}

/** For somebody who lost their authenticator app, and whoever may change them. */
const dropSecondFactor = async (context: Context, record: Flat) => {
  await switchOff(context.tx, record.uid)
  await applyChanges(context, users, {}, record, { secondFactor: false })
}

/** The provider's account is somebody else's now, or was made anew: the next sign-in ties the user to the one it comes from. */
const dropThirdParty = async (context: Context, record: Flat) => {
  const { tx, services } = context
  await unlinkAccounts(tx, record.uid)
  await services.sessions.endAll(tx, record.uid)
  context.afterCommit(() => services.sessions.forget())
  await applyChanges(context, users, {}, record, { thirdParty: false })
}

const { password: _password, ...fields } = users.fields

/** A user who is made without a password, and perhaps without names: to choose them, or to come by a provider. */
export const withoutPassword: Resource = {
  ...users,
  fields: {
    ...fields,
    firstname: { ...fields.firstname, required: undefined },
    lastname: { ...fields.lastname, required: undefined },
  },
}

export const userHooks: Hooks = {
  actions: { dropSecondFactor, dropThirdParty },

  extras: ['origin', 'oldPassword'],

  derive: values => {
    if ('status' in values) values.isActive = values.status === 'active'
  },

  guard: ({ actor }, operation, record) => {
    if (isRole(record.role) && ranksAbove(record.role, actor.role)) throw forbiddenRole()
    if (operation === 'delete' && record.uid === actor.uid)
      throw new ApiError('forbidden', 'Nobody deletes their own account')
  },

  beforeCreate: async (context, values) => {
    refuseRole(context, values.role)
    await refuseDuplicate(context, values.email)
  },

  afterCreate: async (context, values) => {
    await seat(context, undefined, values)
    await claimInvitations(context, values.uid, String(values.email))
    const user = { uid: values.uid, email: String(values.email), name: labelOf(users, values) }
    if (values.password) await setPassword(context.tx, user, String(values.password))
  },

  beforeUpdate: async (context, before, changes, extras) => {
    const own = before.uid === context.actor.uid
    if ('role' in changes && changes.role !== before.role) {
      if (own) throw forbiddenRole()
      refuseRole(context, changes.role)
    }
    if (own && 'status' in changes && changes.status !== before.status)
      throw new ApiError('forbidden', 'Nobody disables their own account')
    if ('email' in changes && changes.email !== before.email)
      await refuseDuplicate(context, changes.email, before.uid)
    if (changes.password) await changePassword(context, before, String(changes.password), extras.oldPassword)
  },

  afterUpdate: async (context, before, after) => {
    await seat(context, before, after)
    if (after.status === 'deleted') await removeAccount(context.tx, after.uid)
    else if (after.email !== before.email)
      await context.tx.run(sql`update auth_user set email = ${after.email} where id = ${after.uid}`)
    const ends =
      after.role !== before.role ||
      after.status !== before.status ||
      JSON.stringify(after.company) !== JSON.stringify(before.company)
    if (ends) await context.services.sessions.endAll(context.tx, after.uid)
    context.afterCommit(() => context.services.sessions.forget())
  },
}
