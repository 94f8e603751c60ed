import { z } from 'zod'
import { companies } from '~/model/resources/companies'
import { purchases } from '~/model/resources/purchases'
import { withoutPassword } from '~/model/resources/user-without-password'
import { users } from '~/model/resources/users'
import { deliveryStatuses } from '~/server/features/mails/delivery-status'
import { type App, describe } from '~/server/platform/http/route-schemas'
import { readerOf } from '~/server/records/routes/access'
import { answerCreation } from '~/server/records/routes/answer-creation'
import { creationHeaders } from '~/server/records/routes/idempotency-keys'
import { present } from '~/server/records/routes/present'
import { checkedByWriter, schemasOf } from '~/server/records/schemas/record-schemas'
import type { Services } from '~/server/records/services'
import { createCustomer } from './create-customer'

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
 * A new customer in one request, closed to API tokens, as invitations are. Of its three steps, purchases have the narrowest grant: whoever may make one may try,
 * and each step checks its own.
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
