import { sql } from 'drizzle-orm'
import { ApiError, invalidFields } from '~/model/errors'
import { isRole, missingFor, ranksAbove } from '~/model/grants'
import type { ChangesOf, Company } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import type { companies } from '~/model/resources/companies'
import type { Context, Hooks } from '~/server/records/context'

const checkPartner = async ({ tx }: Context, values: ChangesOf<typeof companies>, uid?: string) => {
  const { partner } = values
  if (!partner) return
  if (uidOf(partner.ref) === uid) throw invalidFields({ partner: 'invalid' })
  const [row] = await tx.query(sql`select 1 from companies where uid = ${uidOf(partner.ref)} and is_partner`)
  if (!row) throw invalidFields({ partner: 'invalid' })
}

/** New users get this role automatically, so it must exist in the company, and not rank above the actor's own. */
const checkRole = ({ actor }: Context, changes: ChangesOf<typeof companies>, before?: Company) => {
  const company = { ...before, ...changes }
  const isTouched = 'role' in changes || 'isPartner' in changes
  const { role } = company
  if (!isTouched || !isRole(role)) return
  if ('role' in changes && ranksAbove(role, actor.role))
    throw new ApiError('forbidden_role', 'That role ranks above yours', { fields: { role: 'not_yours' } })
  const missing = missingFor(role, company)
  if (missing) throw invalidFields({ role: missing === 'isPartner' ? 'no_partner' : 'no_provider' })
}

/** Names that an error lists. */
const NAMED = 5

/** A company stays a partner while it has partner accounts. @throws ApiError 409 partner_accounts */
const requireNoPartners = async ({ tx }: Context, uid: string) => {
  await tx.query(sql`select 1 from companies where uid = ${uid} for no key update`)
  const found = await tx.query<{ label: string }>(sql`
    select coalesce(nullif(concat_ws(' ', firstname, lastname), ''), email) as label from users
    where company_uid = ${uid} and role = 'partner' and status <> 'deleted' order by created_at, uid limit ${NAMED}`)
  if (found.length === 0) return
  throw new ApiError('partner_accounts', 'The company has partner accounts', {
    fields: { isPartner: 'not_now' },
    params: { names: found.map(({ label }) => label).join(', ') },
  })
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
    checkRole(context, changes, before)
    await checkPartner(context, changes, before.uid)
    if (before.isPartner && changes.isPartner === false) await requireNoPartners(context, before.uid)
    // `canCreateCompanies` depends on `isPartner` and is cleared with it.
    if (changes.isPartner === false && before.canCreateCompanies) changes.canCreateCompanies = false
  },

  // The scope of every session depends on which company manages which.
  afterUpdate: ({ services, afterCommit }) => afterCommit(() => services.sessions.forget()),
  afterReturn: ({ services, afterCommit }) => afterCommit(() => services.sessions.forget()),
  afterCreate: ({ services, afterCommit }) => afterCommit(() => services.sessions.forget()),
}
