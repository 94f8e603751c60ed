import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { scopeFor } from '~/model/access'
import { normalAddress } from '~/model/addresses'
import { asObject } from '~/model/objects'
import type { User, UserWithoutPassword } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import { withoutPassword } from '~/model/resources/user-without-password'
import { users } from '~/model/resources/users'
import { keepOnboardingKey, sendFirebaseLink } from '~/server/features/firebase/account-outbox'
import { deliveryStatuses } from '~/server/features/mails/enqueue-mail'
import { limitMails, limitResends } from '~/server/features/mails/limits'
import { type SentLink, sendInvitation } from '~/server/features/one-time-links/link-mails'
import { type App, describe } from '~/server/platform/http/route-schemas'
import { readerOf } from '~/server/records/access'
import { applyChanges } from '~/server/records/apply'
import { createRecord } from '~/server/records/change'
import { type Context, type Hooks, isFirebaseSession, type Services } from '~/server/records/context'
import { answerCreation, creationHeaders, present } from '~/server/records/handlers'
import { findRow } from '~/server/records/list'
import { checkedByWriter, schemasOf } from '~/server/records/schemas'
import type { RowOf } from '~/server/records/tables'

/** The server generates the key and sets the inviter itself. */
const inviteHooks = (userHooks: Hooks): Hooks => ({
  ...userHooks,
  extras: ['origin', 'onboardingKey', 'invitedBy'],
  beforeCreate: async (context, values, extras) => {
    values.status = 'pending'
    values.invitedBy = { ref: refOf('users', context.actor.uid) }
    await userHooks.beforeCreate?.(context, values, extras)
  },
})

/** Creates the pending user of an invitation. Errors: those of `createRecord`. */
export const createInvited = (context: Context, body: unknown) =>
  createRecord(context, withoutPassword, body, {}, inviteHooks(context.services.hooksOf(users.name)))

/** A repeated invitation makes its sender the inviter of the pending user. @throws ApiError 429 resent_already */
const inviteAgain = async (context: Context, user: User) => {
  const [email, since] = [String(user.email), String(user.createdAt)]
  await limitResends(context, { action: 'invite', email, since })
  return applyChanges(context, users, user, { invitedBy: { ref: refOf('users', context.actor.uid) } })
}

/** Sends the invitation of a pending user again. @throws ApiError 429 resent_already, too_many_mails */
export const resendInvitation = async (context: Context, user: User) => {
  await mailInvitation(context, await inviteAgain(context, user))
  // Without a panel that has Firebase send the link, as for a new invitation.
  if (isFirebaseSession(context.session) && context.services.config.FIREBASE_ACCOUNTS)
    await sendFirebaseLink(context, user.uid)
}

/**
 * Sends a pending user their link, in the transaction; undefined for a caller signed in with Firebase, which sends it.
 * @throws ApiError 429 too_many_mails
 */
export const mailInvitation = async (
  context: Context,
  user: UserWithoutPassword,
): Promise<SentLink | undefined> => {
  await limitMails(context, user.company ? uidOf(user.company.ref) : undefined)
  return isFirebaseSession(context.session) ? undefined : sendInvitation(context, user)
}

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
  if (before) hooks.authorize?.(context, 'update', before)
  const user = before ? await inviteAgain(context, before) : await createInvited(context, request.body)
  await keepOnboardingKey(context, user.uid, asObject(request.body).onboardingKey)
  return user
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
