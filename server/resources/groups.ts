import { sql } from 'drizzle-orm'
import { invalidFields } from '~/model/errors'
import { refOfRecord, uidOf } from '~/model/refs'
import { groups } from '~/model/resources/groups'
import { guests } from '~/model/resources/guests'
import { createRecord } from '../records/creating'
import type { Context, Hooks, Values } from '../records/hooks'
import { deleteRow } from '../records/writing'
import { guestHooks } from './guests'

type Ref = { readonly ref: string }

const companyIn = (record: Values) => uidOf((record.company as Ref).ref)

/** A name serves once in a company; the company's row is locked, so that two cannot take it at once. */
const refuseTaken = async ({ tx }: Context, company: string, name: unknown, except = '') => {
  await tx.query(sql`select 1 from companies where uid = ${company} for update`)
  const [taken] = await tx.query(sql`select 1 from groups
    where company_uid = ${company} and fold(name) = fold(${name}) and uid <> ${except}`)
  if (taken) throw invalidFields({ name: 'taken' })
}

type GivenGuest = { readonly email?: string; readonly uid?: string }

const textIn = (given: unknown, key: string) => {
  const value = typeof given === 'object' && given !== null ? (given as Values)[key] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A guest of the form: an address, or one who is there already. */
const readGuest = (given: unknown): GivenGuest => {
  if (typeof given === 'string') return given.includes('@') ? { email: given } : { uid: uidOf(given) }
  const ref = textIn(given, 'ref')
  if (ref) return { uid: uidOf(ref) }
  const email = textIn(given, 'email') ?? textIn((given as Values | null)?.guest, 'email')
  return email ? { email } : {}
}

/** Brings the group's guests to what the form says: new addresses are invited, those left out are removed. */
const keepGuests = async (context: Context, group: Values & { uid: string }, given: unknown) => {
  if (given === undefined) return
  if (given !== null && !Array.isArray(given)) throw invalidFields({ guests: 'invalid' })
  const wanted = (given ?? []).map(readGuest)
  if (wanted.some(guest => !guest.email && !guest.uid)) throw invalidFields({ guests: 'invalid' })
  const present = await context.tx.query<{ uid: string; email: string }>(
    sql`select uid, guest_email as email from guests where group_uid = ${group.uid}`,
  )
  const kept = new Set(
    present
      .filter(({ uid, email }) =>
        wanted.some(guest => guest.uid === uid || guest.email?.toLowerCase() === email),
      )
      .map(({ uid }) => uid),
  )
  for (const { uid } of present) if (!kept.has(uid)) await deleteRow(context.tx, guests, uid)
  const known = new Set(present.map(({ email }) => email))
  const place = { group: { ref: refOfRecord(groups, group) }, company: group.company }
  const fresh = new Set(wanted.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])))
  for (const email of fresh)
    if (!known.has(email)) await createRecord(context, guests, guestHooks, { email }, place)
}

export const groupHooks: Hooks = {
  extras: ['guests', 'createdBy'],

  beforeCreate: (context, values) => refuseTaken(context, companyIn(values), values.name),

  afterCreate: (context, values, extras) => keepGuests(context, values, extras.guests),

  beforeUpdate: async (context, before, changes, extras) => {
    if ('name' in changes) await refuseTaken(context, companyIn(before), changes.name, before.uid)
    await keepGuests(context, before, extras.guests)
  },
}
