import { sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import type { LinkType } from '~/model/onboarding'
import type { Guest, User } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { users } from '~/model/resources/users'
import { type DeliveryStatus, enqueueMail } from '~/server/features/mails/enqueue-mail'
import { type NotifyingContext, notify } from '~/server/features/notifications/notify'
import { panelAddress } from '~/server/platform/config/config'
import type { Context } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'
import { rotateKey } from './open-link'
import { findProvedUser } from './proved-addresses'

type MailContext = Pick<Context, 'services' | 'tx' | 'afterCommit'>
/** The user data that the e-mail needs; everything but the uid and the address may be missing. */
type Addressee = Partial<
  Pick<User, 'lang' | 'status' | 'company' | 'invitedBy'> & {
    firstname: string | null
    lastname: string | null
  }
> &
  Pick<User, 'uid' | 'email'>

type Named = { readonly ref: string } | null

/** The address of an invitation contains no type (decisions §12). */
const paths: Readonly<Record<LinkType, string>> = {
  invite: '/onboarding/',
  reset: '/onboarding/reset/',
  group: '/onboarding/group/',
}

const newLink = async ({ services, tx }: MailContext, type: LinkType, uid: string) =>
  `${panelAddress(services.config)}${paths[type]}${uid}-${await rotateKey(tx, type, uid)}`

const nameOf = async ({ tx }: MailContext, ref: string | undefined) => {
  const user = ref && (await findRow(tx, users, uidOf(ref), 'all'))
  return user ? labelOf(users, user) : ''
}

/** A link that is sent, and where its e-mail is. */
export type SentLink = { readonly link: string; readonly mailed: DeliveryStatus }

/** Sends a user a link and invalidates the earlier one. */
const writeToUser = async (
  context: MailContext,
  type: 'invite' | 'reset',
  user: Addressee,
): Promise<SentLink> => {
  const { company } = user
  const link = await newLink(context, type, user.uid)
  const mailed = await enqueueMail(context, {
    action: type === 'invite' ? 'invite' : 'passwordReset',
    to: {
      email: user.email,
      lang: user.lang ?? 'en',
      // An unknown user has no record to refer to.
      user: user.status ? user.uid : undefined,
      company: company ? uidOf(company.ref) : undefined,
    },
    values: {
      firstname: user.firstname ?? '',
      lastname: user.lastname ?? '',
      company: company?.label ?? '',
      host: type === 'invite' ? await nameOf(context, user.invitedBy?.ref) : '',
      link,
    },
  })
  return { link, mailed }
}

export const sendInvitation = (context: MailContext, user: Addressee) => writeToUser(context, 'invite', user)
/** The link of a reset is for its user's mailbox alone. */
export const sendReset = async (context: MailContext, user: Addressee) =>
  (await writeToUser(context, 'reset', user)).mailed

/** The language of the user who has the address, else the host's. */
const langOf = async ({ tx }: MailContext, user: User | undefined, host: Named) => {
  if (user?.lang) return user.lang
  const [row] = await tx.query<RowOf<'users', 'lang'>>(
    sql`select lang from users where uid = ${uidOf(host?.ref ?? '')}`,
  )
  return row?.lang ?? 'en'
}

/** Sends a guest the link to their group and invalidates the earlier one. */
export const sendGroupInvitation = async (
  context: NotifyingContext,
  guest: Guest,
): Promise<DeliveryStatus> => {
  const { createdBy: host, company, group } = guest
  const email = guest['guest.email'] ?? ''
  const user = await findProvedUser(context.tx, email)
  const names = { company: company?.label ?? '', group: group?.label ?? '', host: host?.label ?? '' }
  // Without its link, which is for the mailbox alone: home lists the user's own invitations.
  if (user)
    await notify(context, {
      kind: 'groupInvitation',
      to: { user: user.uid },
      path: '/home',
      values: () => names,
    })
  return enqueueMail(context, {
    action: 'groupInvitation',
    to: {
      email,
      lang: await langOf(context, user, host),
      ...(user && { user: user.uid }),
      ...(company && { company: uidOf(company.ref) }),
    },
    values: {
      firstname: user?.firstname ?? '',
      lastname: user?.lastname ?? '',
      ...names,
      link: await newLink(context, 'group', guest.uid),
    },
  })
}
