import { sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import { ApiError } from '~/model/errors'
import { refOf } from '~/model/refs'
import { withoutPassword } from '~/model/resources/user-without-password'
import { users } from '~/model/resources/users'
import { isRole, type Role, ranksAbove } from '~/model/roles'
import { revokeKey } from '~/server/features/one-time-links/link-keys'
import { proveAddress } from '~/server/features/one-time-links/proved-addresses'
import { type Context, noHooks } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import type { RowOf } from '~/server/records/tables/row-of'
import { createRecord } from '~/server/records/writing/create-record'
import { applyChanges } from '~/server/records/writing/update-record'
import type { ThirdPartyIdentity } from './oidc-claims'
import { ensureAccount } from './passwords'
import { linkAccount, linkedTo, providerOf } from './third-party-links'

export type ResolvedIdentity = { readonly uid: string; readonly isNew: boolean }

type Known = RowOf<'users', 'uid' | 'status' | 'role'>

/** Maximum role assigned on the strength of an address alone, whatever the company's default role. */
const MOST: Role = 'manager'

const closed = () => new ApiError('account_closed', 'This account is closed')

/** All users with this address; at most one of them is not deleted. */
const withEmail = async ({ tx }: Context, email: string) =>
  tx.query<Known>(sql`select uid, status, role from users where lower(email) = ${email}
    order by status = 'deleted'`)

/** The company with this domain, if there is exactly one. */
const companyOf = async ({ tx, services }: Context, email: string) => {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const found = await tx.query<RowOf<'companies', 'uid' | 'role'>>(
    sql`select uid, role from companies where lower(trim(auth_fqdn)) = ${domain}`,
  )
  if (found.length > 1)
    services.log.warn({ domain }, 'third-party sign-in: several companies have this domain')
  return found.length === 1 ? found[0] : undefined
}

const create = async (context: Context, email: string, { firstname, lastname, lang }: ThirdPartyIdentity) => {
  const company = await companyOf(context, email)
  if (!company) throw new ApiError('user_not_found', 'User not found')
  if (!isRole(company.role)) throw new ApiError('no_role', 'The company gives new users no role')
  const role = ranksAbove(company.role, MOST) ? MOST : company.role
  const names = { ...(firstname && { firstname }), ...(lastname && { lastname }) }
  const body = { ...names, email, role, lang, company: { ref: refOf('companies', company.uid) } }
  return createRecord(context, withoutPassword, body)
}

/**
 * Activates an invited user who signs in at the provider instead of by the link. The provider has verified
 * the address that the link was sent to.
 */
const activate = async (context: Context, uid: string, { firstname, lastname }: ThirdPartyIdentity) => {
  const before = await findRow(context.tx, users, uid, 'all', true)
  if (!before) throw closed()
  await revokeKey(context.tx, 'invite', uid)
  await applyChanges(context, users, before, {
    status: 'active',
    firstname: before.firstname || firstname || null,
    lastname: before.lastname || lastname || null,
  })
}

/** Links a user to the provider's account. An existing link to another account of that provider is kept. */
const link = async (context: Context, uid: string, identity: ThirdPartyIdentity) => {
  const record = await findRow(context.tx, users, uid, 'all', true)
  if (!record) throw closed()
  await ensureAccount(context.tx, { uid, email: String(record.email), name: labelOf(users, record) })
  if (!(await linkAccount(context.tx, uid, identity)))
    throw new ApiError('other_account', 'This user signs in with another account of the provider')
  if (!record.thirdParty) await applyChanges(context, users, record, { thirdParty: true }, { hooks: noHooks })
}

const arriveByEmail = async (context: Context, identity: ThirdPartyIdentity): Promise<ResolvedIdentity> => {
  if ('problem' in identity.email)
    throw new ApiError(identity.email.problem, 'The provider proves no address of this person')
  const { address: email } = identity.email
  const [known] = await withEmail(context, email)
  if (known && known.status !== 'active' && known.status !== 'pending') throw closed()
  if (known?.status === 'pending') await activate(context, known.uid, identity)
  const uid = known?.uid ?? (await create(context, email, identity)).uid
  await link(context, uid, identity)
  await proveAddress(context.tx, uid)
  return { uid, isNew: known === undefined }
}

/**
 * Resolves an identity: the linked user, else the user with its address, else a new user of the company whose
 * domain the address has. Runs as the server, in a transaction.
 * @throws ApiError user_not_found, account_closed, email_missing, email_unverified, other_account, no_role, quota
 */
export const resolveIdentity = async (
  context: Context,
  identity: ThirdPartyIdentity,
): Promise<ResolvedIdentity> => {
  // Serialize concurrent sign-ins of the same identity.
  const turn = `${providerOf(identity)} ${identity.subject}`
  await context.tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`)
  const tied = await linkedTo(context.tx, identity)
  const arrival = tied ? { uid: tied, isNew: false } : await arriveByEmail(context, identity)
  const [user] = await context.tx.query<Known>(
    sql`select uid, status, role from users where uid = ${arrival.uid}`,
  )
  if (user?.status !== 'active') throw closed()
  if (!user.role) throw new ApiError('no_role', 'This user has no role')
  return arrival
}
