import { sql } from 'drizzle-orm'
import { normalAddress } from '~/model/addresses'
import { invalidFields } from '~/model/errors'
import type { ChangesOf } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { guests } from '~/model/resources/guests'
import { limitMails, limitResends } from '~/server/features/mails/limits'
import { sendGroupInvitation } from '~/server/features/one-time-links/link-mails'
import { revokeKey } from '~/server/features/one-time-links/open-link'
import { reload } from '~/server/records/apply'
import type { Context, Hooks } from '~/server/records/context'

type Ref = { readonly ref: string }

type Invited = ChangesOf<typeof guests>

const uidIn = (link: Ref | null | undefined) => uidOf(link?.ref ?? '')

/** Rejects a second invitation of an address. Locks the group's row against concurrent invitations. */
const refuseTwice = async ({ tx }: Context, values: Invited) => {
  await tx.query(sql`select 1 from groups where uid = ${uidIn(values.group)} for update`)
  const [there] = await tx.query(
    sql`select 1 from guests where group_uid = ${uidIn(values.group)} and guest_email = ${values['guest.email']}`,
  )
  if (there) throw invalidFields({ 'guest.email': 'taken' })
}

export const guestHooks: Hooks<typeof guests> = {
  /** `email` is the guest's; `location` is the panel's address, which the server's links never use. */
  extras: ['email', 'location', 'createdBy'],

  fillIn: (_context, values, extras) => {
    if (typeof extras.email === 'string') values['guest.email'] = normalAddress(extras.email)
  },

  beforeCreate: async (context, values) => {
    await refuseTwice(context, values)
    // No user is named before they accept: an invitation must not reveal the owner of an address.
    values['guest.label'] = values['guest.email']
  },

  afterCreate: async (context, { uid, ...values }) => {
    await limitMails(context, uidIn(values.company))
    await sendGroupInvitation(context, await reload(context, guests, uid))
  },

  afterUpdate: async ({ tx }, _before, after) => {
    if (after.status === 'accepted') await revokeKey(tx, 'group', after.uid)
  },

  beforeRemove: async ({ tx }, guest) => {
    await revokeKey(tx, 'group', guest.uid)
  },

  /** Its link ended with it: `resend` makes another. */
  beforeReturn: (context, guest) => refuseTwice(context, guest),

  actions: {
    resend: async (context, guest) => {
      const [email, since] = [String(guest['guest.email']), String(guest.createdAt)]
      await limitResends(context, { action: 'groupInvitation', email, since })
      await limitMails(context, uidIn(guest.company))
      await sendGroupInvitation(context, guest)
    },
  },
}
