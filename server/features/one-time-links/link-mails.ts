import { sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import type { LinkType } from '~/model/onboarding'
import type { Guest, User } from '~/model/record-types'
import { uidOf } from '~/model/refs'
import { users } from '~/model/resources/users'
import { type DeliveryStatus, enqueueMail } from '~/server/features/mails/enqueue-mail'
import { type NotifyingContext, notify } from '~/server/features/notifications/notify'
import { panelAddress } from '~/server/platform/config/panel-address'
import type { Context } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import type { RowOf } from '~/server/records/tables/row-of'
import { rotateKey } from './link-keys'

type MailContext = Pick<Context, 'services' | 'tx' | 'afterCommit'>
/** The user data that the e-mail needs; everything but the uid and the address may be missing. */
export type Addressee = Partial<
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

type Names = RowOf<'users', 'firstname' | 'lastname' | 'lang'>

/** A guest who is a user gets the e-mail in their own language, any other guest in the host's. */
const namesOf = async ({ tx }: MailContext, user: Named, host: Named): Promise<Names> => {
  const of = (link: Named) => uidOf(link?.ref ?? '')
  const [row] = await tx.query<Names>(sql`select u.firstname, u.lastname, coalesce(u.lang, h.lang) as lang
    from (select 1) one left join users u on u.uid = ${of(user)} left join users h on h.uid = ${of(host)}`)
  return row ?? { firstname: null, lastname: null, lang: null }
}

/** Sends a guest the link to their group and invalidates the earlier one. */
export const sendGroupInvitation = async (
  context: NotifyingContext,
  guest: Guest,
): Promise<DeliveryStatus> => {
  const { user, createdBy: host, company, group } = guest
  const { firstname, lastname, lang } = await namesOf(context, user, host)
  const names = { company: company?.label ?? '', group: group?.label ?? '', host: host?.label ?? '' }
  // Without its link, which is for the mailbox alone: home lists the user's own invitations.
  if (user)
    await notify(context, {
      kind: 'groupInvitation',
      to: { user: uidOf(user.ref) },
      path: '/home',
      values: () => names,
    })
  return enqueueMail(context, {
    action: 'groupInvitation',
    to: {
      email: guest['guest.email'] ?? '',
      lang: lang ?? 'en',
      ...(user && { user: uidOf(user.ref) }),
      ...(company && { company: uidOf(company.ref) }),
    },
    values: {
      firstname: firstname ?? '',
      lastname: lastname ?? '',
      ...names,
      link: await newLink(context, 'group', guest.uid),
    },
  })
}
