import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import type { Language } from '~/model/languages'
import type { User } from '~/model/record-of'
import { refOf } from '~/model/refs'
import { companies } from '~/model/resources/companies'
import { purchases } from '~/model/resources/purchases'
import { users } from '~/model/resources/users'
import { hashPassword } from '~/server/features/auth/passwords'
import { purchase } from '~/server/features/companies/quota'
import { sealPassword } from '~/server/features/firebase/account-outbox'
import type { Database } from '~/server/platform/database/database'
import { createRecord } from '~/server/records/change'
import { type Context, noHooks, type Services, type Values } from '~/server/records/context'
import type { RowOf } from '~/server/records/tables'

/** A new root account. The hash of its password is in `context.prepared`: too slow to make inside the transaction. */
export type NewRoot = {
  readonly email: string
  readonly password: string
  readonly firstname: string
  readonly lastname: string
  readonly lang: Language
  /** The provider's company; absent: the existing one, or one called `Provider`. */
  readonly company?: string | undefined
}

/** Whether the platform has a root account. Once it has one it always has: the last one stays. */
export const hasRoot = async (database: Database) => {
  const [found] = await database.query(
    sql`select 1 from users where role = 'root' and status <> 'deleted' limit 1`,
  )
  return found !== undefined
}

/** The default name of the provider's company. */
export const UNNAMED_PROVIDER = 'Provider'

/** Seats that the provider's company begins with: it buys from nobody, and has colleagues to invite. */
const FIRST_SEATS = 5

type Provider = RowOf<'companies', 'uid' | 'name', { total: 'users_total'; purchased: 'users_purchased' }> &
  RowOf<'companies', never, { active: 'users_active'; maxActive: 'users_max_active' }>

const findProvider = async ({ tx }: Context) => {
  const [provider] = await tx.query<Provider>(sql`select uid, name, users_total as total,
    users_purchased as purchased, users_active as active, users_max_active as "maxActive"
    from companies where is_provider for update`)
  return provider
}

/** The provider's company, which has all root accounts. A customer's company never becomes the provider's. */
const providerCompany = async (context: Context, name: string | undefined): Promise<Provider> => {
  const provider = await findProvider(context)
  if (provider && name !== undefined && provider.name !== name)
    throw new ApiError(
      'validation',
      `Root accounts belong to the provider's company, which is ${provider.name}.`,
    )
  if (provider) return provider
  const { uid } = await createRecord(context, companies, { name: name ?? UNNAMED_PROVIDER })
  await context.tx.run(sql`update companies set is_provider = true where uid = ${uid}`)
  const made = await findProvider(context)
  if (!made) throw new Error('The provider’s company was not created')
  return made
}

/** Seats to add so that one more account fits. */
const missingSeats = ({ total, purchased, active, maxActive }: Provider) => {
  const isFirst = Number(total) === 0 && Number(purchased) === 0
  const toAdd = (used: unknown, bought: unknown) =>
    isFirst ? FIRST_SEATS : Math.max(0, Number(used) + 1 - Number(bought))
  return { users: toAdd(total, purchased), maxActive: toAdd(active, maxActive) }
}

/** The results of the slow work on a password, as the hooks of users expect them. */
export const preparePassword = async (services: Services, password: string): Promise<Values> => ({
  password: await hashPassword(password),
  forFirebase: sealPassword(services, password),
})

/**
 * Creates a root account in the provider's company, with the seats that it needs, as purchases in the new account's name.
 * The operator of the platform vouches for the address.
 * @throws ApiError 409 `user_exists`; 422 `validation`
 */
export const createRoot = async (context: Context, { company, ...person }: NewRoot): Promise<User> => {
  const provider = await providerCompany(context, company)
  const link = { ref: refOf(companies.name, provider.uid) }
  const seats = Object.entries(missingSeats(provider)).filter(([, quantity]) => quantity > 0)
  // Counted before the account takes its seat; the rows name the account, and follow it.
  for (const [type, quantity] of seats)
    await purchase(context.tx, provider.uid, type === 'users' ? 'users' : 'maxActive', quantity)
  const values = { ...person, role: 'root', company: link }
  const root = await createRecord(context, users, values)
  await context.tx.run(sql`update users set email_proved = true where uid = ${root.uid}`)
  const actor = { ...context.actor, uid: root.uid }
  for (const [type, quantity] of seats)
    await createRecord({ ...context, actor }, purchases, { type, quantity }, { company: link }, noHooks)
  return root
}
