import { sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import { normalAddress } from '~/model/addresses'
import { ApiError, invalidFields } from '~/model/errors'
import { asObject, textIn } from '~/model/objects'
import type { ChangesOf } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import type { groups } from '~/model/resources/groups'
import { guests, guestsAtOnce } from '~/model/resources/guests'
import { limitMails } from '~/server/features/mails/limits'
import { sendGroupInvitation } from '~/server/features/one-time-links/link-mails'
import { newUid } from '~/server/platform/crypto/tokens'
import { requireRole } from '~/server/records/apply'
import { deleteRecord } from '~/server/records/change'
import type { Context, Hooks } from '~/server/records/context'
import { writeEvent } from '~/server/records/history'
import { checkValue } from '~/server/records/kinds'
import { listRows } from '~/server/records/list'
import { insertRows } from '~/server/records/rows'
import type { RowOf } from '~/server/records/tables'

type Group = ChangesOf<typeof groups> & { readonly uid: string }
type GivenGuest = { readonly email?: string; readonly uid?: string }

/** Reads a guest of the form: an address, or a reference to an existing guest. */
const readGuest = (given: unknown): GivenGuest => {
  if (typeof given === 'string') return given.includes('@') ? { email: given } : { uid: uidOf(given) }
  const ref = textIn(given, 'ref')
  if (ref) return { uid: uidOf(ref) }
  const email = textIn(given, 'email') ?? textIn(asObject(given).guest, 'email')
  return email ? { email } : {}
}

/** The guests that a form names. @throws ApiError 422 */
export const readGuests = (given: unknown) => {
  if (given !== null && !Array.isArray(given)) throw invalidFields({ guests: 'invalid' })
  const read = (given ?? []).map(readGuest)
  const emails = read.flatMap(({ email }) => (email ? [normalAddress(email)] : []))
  const isWrong = (email: string) => checkValue(email, guests.fields['guest.email']) !== undefined
  if (read.some(guest => !guest.email && !guest.uid) || emails.some(isWrong))
    throw invalidFields({ guests: 'invalid' })
  return { emails: new Set(emails), uids: new Set(read.flatMap(({ uid }) => uid ?? [])) }
}

/** Each guest writes rows, an e-mail and an event, in a transaction that blocks others. */
const refuseTooMany = (count: number) => {
  if (count <= guestsAtOnce) return
  throw new ApiError('too_many_guests', `At most ${guestsAtOnce} guests can be added or removed at a time`, {
    fields: { guests: 'too_large' },
    params: { limit: guestsAtOnce },
  })
}

const rowsFor = (context: Context, group: Group, emails: readonly string[]) => {
  const stamps = { createdAt: context.now, updatedAt: context.now }
  const place = { group: { ref: refOf('groups', group.uid) }, company: group.company }
  return emails.map(email => ({
    ...{ uid: newUid(), 'guest.email': email, 'guest.label': email },
    ...{ ...place, ...stamps },
    status: 'pending' as const,
    createdBy: { ref: refOf('users', context.actor.uid) },
  }))
}

/** Same effect as creating each guest separately, in a third of the statements. */
const invite = async (context: Context, group: Group, emails: readonly string[]) => {
  if (emails.length === 0) return
  requireRole(guests, 'create', context)
  await limitMails(context, uidOf(group.company?.ref ?? ''), emails.length)
  const rows = rowsFor(context, group, emails)
  await insertRows(context.tx, guests, rows)
  const { records } = await listRows(
    context.tx,
    guests,
    {
      ...{ offset: 0, batch: rows.length, sort: { field: 'uid', on: 'value', order: 'asc' } },
      where: [{ field: 'uid', on: 'value', op: 'in', value: rows.map(({ uid }) => uid) }],
    },
    'all',
  )
  for (const guest of records) {
    await sendGroupInvitation(context, guest)
    await writeEvent(context, guests, 'create', guest, { label: labelOf(guests, guest) || guest.uid })
  }
}

/**
 * Syncs the group's guests with the form: invites new addresses and removes guests that are left out.
 * @param given addresses, `{email}`, or references to existing guests; undefined: no change
 * @throws ApiError 422 validation, too_many_guests; 429 too_many_mails
 */
const keepGuests = async (context: Context, group: Group, given: unknown) => {
  if (given === undefined) return
  const wanted = readGuests(given)
  const present = await context.tx.query<RowOf<'guests', 'uid', { email: 'guest_email' }>>(
    sql`select uid, guest_email as email from guests where group_uid = ${group.uid}`,
  )
  const left = present.filter(({ uid, email }) => !wanted.uids.has(uid) && !wanted.emails.has(email ?? ''))
  const known = new Set(present.map(({ email }) => email))
  const fresh = [...wanted.emails].filter(email => !known.has(email))
  refuseTooMany(Math.max(left.length, fresh.length))
  for (const { uid } of left) await deleteRecord(context, guests, { uid }, undefined)
  await invite(context, group, fresh)
}

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
