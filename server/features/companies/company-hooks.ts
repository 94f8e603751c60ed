import { sql } from 'drizzle-orm'
import { ApiError, invalidFields } from '~/model/errors'
import type { ChangesOf } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import type { companies } from '~/model/resources/companies'
import { isRole, ranksAbove } from '~/model/roles'
import type { Context, Hooks } from '~/server/records/hooks'

const checkPartner = async ({ tx }: Context, values: ChangesOf<typeof companies>, uid?: string) => {
  const { partner } = values
  if (!partner) return
  if (uidOf(partner.ref) === uid) throw invalidFields({ partner: 'invalid' })
  const [row] = await tx.query(sql`select 1 from companies where uid = ${uidOf(partner.ref)} and is_partner`)
  if (!row) throw invalidFields({ partner: 'invalid' })
}

/** New users get this role automatically, so it must not rank above the actor's own. */
const checkRole = ({ actor }: Context, { role }: ChangesOf<typeof companies>) => {
  if (isRole(role) && ranksAbove(role, actor.role))
    throw new ApiError('forbidden_role', 'That role ranks above yours', { fields: { role: 'not_yours' } })
}

export const companyHooks: Hooks<typeof companies> = {
  beforeCreate: async (context, values) => {
    checkRole(context, values)
    // A company created by a partner is managed by that partner (decisions §5).
    if (context.actor.role === 'partner' && context.actor.company)
      values.partner = { ref: refOf('companies', context.actor.company) }
    await checkPartner(context, values)
  },

  beforeUpdate: async (context, before, changes) => {
    checkRole(context, changes)
    await checkPartner(context, changes, before.uid)
    // `canCreateCompanies` depends on `isPartner` and is cleared with it.
    if (changes.isPartner === false && before.canCreateCompanies) changes.canCreateCompanies = false
  },

  // The scope of every session depends on which company manages which.
  afterUpdate: ({ services, afterCommit }) => afterCommit(() => services.sessions.forget()),
  afterReturn: ({ services, afterCommit }) => afterCommit(() => services.sessions.forget()),
  afterCreate: ({ services, afterCommit }) => afterCommit(() => services.sessions.forget()),
}
