import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { normalAddress } from '~/model/addresses'
import { ApiError, invalidFields } from '~/model/errors'
import { asObject, keysOf } from '~/model/objects'
import type { Company, UserWithoutPassword } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import { companies } from '~/model/resources/companies'
import { firstPurchases, purchases } from '~/model/resources/purchases'
import { withoutPassword } from '~/model/resources/user-without-password'
import { users } from '~/model/resources/users'
import { createInvited, mailInvitation } from '~/server/features/invitations/invite-user'
import { deliveryStatuses } from '~/server/features/mails/enqueue-mail'
import type { SentLink } from '~/server/features/one-time-links/link-mails'
import { type App, describe } from '~/server/platform/http/route-schemas'
import { readerOf } from '~/server/records/access'
import { reload } from '~/server/records/apply'
import { createRecord } from '~/server/records/change'
import type { Context, Services } from '~/server/records/context'
import { answerCreation, creationHeaders, present } from '~/server/records/handlers'
import { checkedByWriter, schemasOf } from '~/server/records/schemas'
import type { ColumnsOf } from '~/server/records/tables'

type Bought = keyof typeof firstPurchases

export type Customer = {
  readonly company: Company
  readonly user: UserWithoutPassword
  readonly sent: SentLink | undefined
}

/** Errors of a step name its fields as the form has them: `company.name`. */
const inStep = async <T>(name: (field: string) => string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details.fields) throw error
    const fields = Object.entries(error.details.fields).map(([field, code]) => [name(field), code])
    throw new ApiError(error.code, error.message, { ...error.details, fields: Object.fromEntries(fields) })
  }
}

const buy = async (context: Context, company: { ref: string }, bought: Readonly<Record<string, unknown>>) => {
  for (const type of keysOf(firstPurchases)) {
    const quantity = bought[type] ?? 0
    if (quantity === 0) continue
    await inStep(
      () => `purchases.${type}`,
      () => createRecord(context, purchases, { type, quantity }, { company }),
    )
  }
}

const requireSeats = (bought: Readonly<Record<string, unknown>>) => {
  const isShort = (type: Bought) => {
    const quantity = bought[type] ?? 0
    return typeof quantity === 'number' && quantity < firstPurchases[type]
  }
  const short = keysOf(firstPurchases).filter(isShort)
  if (short.length > 0)
    throw invalidFields(Object.fromEntries(short.map(type => [`purchases.${type}`, 'too_small' as const])))
}

/**
 * The customer that the same request has made before: an e-mail that is sent twice, or whose answer was lost, must not
 * make two. Their company and their administrator were created at the same instant, by the same user.
 */
const findMade = async ({ tx, actor }: Context, name: unknown, email: string) => {
  const [row] = await tx.query<{
    user: ColumnsOf<'users'>['uid']
    company: ColumnsOf<'companies'>['uid']
  }>(sql`
    select u.uid as user, c.uid as company from users u join companies c on c.uid = u.company_uid
    where lower(u.email) = ${email} and u.status = 'pending' and u.invited_by_uid = ${actor.uid}
      and c.name = ${String(name).trim()} and c.created_at = u.created_at`)
  return row
}

/**
 * Creates a company, its first purchases and the invitation of its administrator: all or nothing, each by the function
 * and the checks of its own route. A repeated request returns the existing records, without a link: that of the e-mail stays valid.
 * @throws ApiError as the single routes do, with the fields as `company.<field>`, `purchases.<type>`, `admin.<field>`
 */
const createCustomer = async (context: Context, body: unknown): Promise<Customer> => {
  const { company: said, purchases: bought, admin: invited } = asObject(body)
  const { name } = asObject(said)
  const email = normalAddress(String(asObject(invited).email ?? ''))
  await context.tx.query(sql`select pg_advisory_xact_lock(hashtext(${`customer ${email}`}))`)
  const made = await findMade(context, name, email)
  if (made) {
    const company = await reload(context, companies, made.company)
    return { company, user: await reload(context, withoutPassword, made.user), sent: undefined }
  }
  requireSeats(asObject(bought))
  const company = await inStep(
    field => `company.${field}`,
    () => createRecord(context, companies, said ?? {}),
  )
  const link = { ref: refOf(companies.name, company.uid) }
  await buy(context, link, asObject(bought))
  const user = await inStep(
    field => `admin.${field}`,
    () => createInvited(context, { ...asObject(invited), role: 'admin', company: link }),
  )
  const sent = await mailInvitation(context, user)
  return { company: await reload(context, companies, uidOf(link.ref)), user, sent }
}

const quantity = z.int().min(0).optional()

const customer = z.object({
  company: schemasOf(companies).create,
  purchases: z.object({ users: z.int().min(1), maxActive: z.int().min(1), minutes: quantity }),
  admin: schemasOf(withoutPassword).create.pick({ email: true, lang: true, firstname: true, lastname: true }),
})

const created = z.object({
  company: schemasOf(companies).record,
  user: schemasOf(users).record,
  link: z
    .string()
    .nullable()
    .meta({ description: 'Of the invitation; null if the same request made it before' }),
  mailed: z.enum(deliveryStatuses).optional(),
})

/**
 * Creates a customer in one request, closed to API tokens, as invitations are. The route requires the grant for purchases,
 * the narrowest of its three steps; each step checks its own.
 */
export const addCustomerRoutes = (app: App, services: Services) => {
  const access = { resource: 'customers', operation: 'create', grant: purchases.grants.create }
  const schema = describe('Creates a company, its first purchases and the invitation of its administrator', {
    tags: ['companies'],
    headers: creationHeaders,
    body: customer,
    response: { 201: created },
  })
  const options = { config: { access }, schema, validatorCompiler: checkedByWriter({ fields: {} }) }
  app.post('/customers', options, (request, reply) =>
    answerCreation(services, request, reply, {
      create: async context => {
        const { company, user, sent } = await createCustomer(context, request.body)
        const reader = readerOf(request)
        return {
          company: present(services, companies, reader, company),
          user: present(services, users, reader, user),
          link: sent?.link ?? null,
          mailed: sent?.mailed,
        }
      },
    }),
  )
}
