import { sql } from 'drizzle-orm'
import { ApiError, type FieldCode, invalidFields } from '~/model/errors'
import { uidOf } from '~/model/refs'
import { type companiesFor, isRole, missingFor } from '~/model/roles'
import type { Context } from '~/server/records/hooks'
import type { RowOf } from '~/server/records/tables/row-of'

type Kind = (typeof companiesFor)[keyof typeof companiesFor]

/** What a user's place is decided by. */
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
export const requirePlace = async (
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

/** The field that a change of a user's place is shown at; undefined where it stays as it is. */
export const placeChange = (
  before: Placed & { readonly status?: unknown },
  changes: Placed & { readonly status?: unknown },
): 'role' | 'company' | 'status' | undefined => {
  if (changes.role !== undefined && changes.role !== before.role) return 'role'
  if (changes.company && changes.company.ref !== before.company?.ref) return 'company'
  return changes.status === 'active' && before.status !== 'active' ? 'status' : undefined
}
