import type { User, UserWithoutPassword } from '~/model/record-types'
import { refOf, uidOf } from '~/model/refs'
import { withoutPassword } from '~/model/resources/user-without-password'
import { users } from '~/model/resources/users'
import { limitMails, limitResends } from '~/server/features/mails/limits'
import { type SentLink, sendInvitation } from '~/server/features/one-time-links/link-mails'
import type { Context, Hooks } from '~/server/records/hooks'
import { isFirebaseSession } from '~/server/records/principal'
import { createRecord } from '~/server/records/writing/create-record'
import { applyChanges } from '~/server/records/writing/update-record'

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

/** Whoever invites a pending user again is the one who invited them. @throws ApiError 429 resent_already */
export const inviteAgain = async (context: Context, user: User) => {
  const [email, since] = [String(user.email), String(user.createdAt)]
  await limitResends(context, { action: 'invite', email, since })
  return applyChanges(context, users, user, { invitedBy: { ref: refOf('users', context.actor.uid) } })
}

/** Sends the invitation of a pending user again. @throws ApiError 429 resent_already, too_many_mails */
export const resendInvitation = async (context: Context, user: User) => {
  await mailInvitation(context, await inviteAgain(context, user))
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
