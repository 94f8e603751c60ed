import type { UserWithoutPassword } from '~/model/record-types'
import { refOf, uidOf } from '~/model/refs'
import { withoutPassword } from '~/model/resources/user-without-password'
import { users } from '~/model/resources/users'
import { limitMails } from '~/server/features/mails/limits'
import { type SentLink, sendInvitation } from '~/server/features/one-time-links/link-mails'
import type { Context, Hooks } from '~/server/records/hooks'
import { isFirebaseSession } from '~/server/records/principal'
import { createRecord } from '~/server/records/writing/create-record'

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
