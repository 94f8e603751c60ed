import { sql } from 'drizzle-orm'
import { invalidFields } from '~/model/errors'
import { uidOf } from '~/model/refs'
import type { groups } from '~/model/resources/groups'
import type { Context, Hooks } from '~/server/records/hooks'
import { keepGuests } from './group-guests'

type Ref = { readonly ref: string }

const companyIn = ({ company }: { readonly company?: Ref | null }) => uidOf(company?.ref ?? '')

/** Enforces unique names within a company. Locks the company's row against concurrent changes. */
const refuseTaken = async ({ tx }: Context, company: string, name: unknown, except = '') => {
  await tx.query(sql`select 1 from companies where uid = ${company} for update`)
  const [taken] = await tx.query(sql`select 1 from groups
    where company_uid = ${company} and fold(name) = fold(${name}) and uid <> ${except}`)
  if (taken) throw invalidFields({ name: 'taken' })
}

export const groupHooks: Hooks<typeof groups> = {
  extras: ['guests', 'createdBy'],

  beforeCreate: (context, values) => refuseTaken(context, companyIn(values), values.name),

  afterCreate: (context, values, extras) => keepGuests(context, values, extras.guests),

  beforeReturn: (context, group) => refuseTaken(context, companyIn(group), group.name),

  beforeUpdate: async (context, before, changes, extras) => {
    if ('name' in changes) await refuseTaken(context, companyIn(before), changes.name, before.uid)
    await keepGuests(context, before, extras.guests)
  },
}
