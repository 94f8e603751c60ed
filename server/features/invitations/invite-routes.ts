import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { scopeFor } from '~/model/access'
import { normalAddress } from '~/model/addresses'
import { asObject } from '~/model/objects'
import { withoutPassword } from '~/model/resources/user-without-password'
import { users } from '~/model/resources/users'
import { deliveryStatuses } from '~/server/features/mails/delivery-status'
import { type App, describe } from '~/server/platform/http/route-schemas'
import type { Context } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import { readerOf } from '~/server/records/routes/access'
import { answerCreation } from '~/server/records/routes/answer-creation'
import { creationHeaders } from '~/server/records/routes/idempotency-keys'
import { present } from '~/server/records/routes/present'
import { checkedByWriter, schemasOf } from '~/server/records/schemas/record-schemas'
import type { Services } from '~/server/records/services'
import type { RowOf } from '~/server/records/tables/row-of'
import { createInvited, inviteAgain, mailInvitation } from './invite-user'

/** Finds a pending user with this address, if the actor may change them. */
const findPending = async (context: Context, body: unknown) => {
  const { email } = asObject(body)
  if (typeof email !== 'string') return undefined
  const [row] = await context.tx.query<RowOf<'users', 'uid'>>(
    sql`select uid from users where lower(email) = ${normalAddress(email)} and status = 'pending'`,
  )
  return row && findRow(context.tx, users, row.uid, scopeFor(users, 'update', context.actor), true)
}

const invite = async (context: Context, request: FastifyRequest) => {
  const hooks = context.services.hooksOf(users.name)
  const before = await findPending(context, request.body)
  if (!before) return createInvited(context, request.body)
  hooks.authorize?.(context, 'update', before)
  return inviteAgain(context, before)
}

/** Invites a user, or a pending user again. A new key invalidates the earlier one. */
export const addInviteRoutes = (app: App, services: Services) => {
  const access = { resource: 'users', operation: 'create', grant: users.grants.create }
  const schema = describe('Invites a user, or sends the invitation again', {
    tags: ['users'],
    headers: creationHeaders,
    body: schemasOf(withoutPassword).create,
    response: { 201: schemasOf(users).record.extend({ mailed: z.enum(deliveryStatuses).optional() }) },
  })
  const options = { config: { access }, schema, validatorCompiler: checkedByWriter(users) }
  app.post('/user-invite', options, (request, reply) =>
    answerCreation(services, request, reply, {
      create: async context => {
        const user = await invite(context, request)
        // The inviter must know whether the link is on its way.
        const mailed = (await mailInvitation(context, user))?.mailed
        return { ...present(services, users, readerOf(request), user), mailed }
      },
    }),
  )
}
