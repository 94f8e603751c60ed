import { languages } from '~/model/languages'
import type { TemplateAction } from '~/model/mail/mail-templates'
import { writeMessage } from '~/server/features/mails/message'
import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, type DemoRow, HOUR, linkTo, MINUTE } from './cast'

type Plan = {
  readonly action: TemplateAction
  /** Index of the recipient among the demo's users. */
  readonly person: number
  /** Age in hours. */
  readonly hours: number
  readonly end: 'sent' | 'kept' | 'failed' | 'waiting'
}

/** Responses of the mail server. */
const refusals: { readonly [E in Plan['end']]?: readonly [code: string, reason: string] } = {
  failed: ['recipient', '550 5.1.1 No such user here'],
  waiting: ['later', '451 4.7.1 Greylisted, please try again later'],
}

const plans: readonly Plan[] = [
  { action: 'groupInvitation', person: 21, hours: 0.2, end: 'kept' },
  { action: 'groupInvitation', person: 25, hours: 1, end: 'sent' },
  { action: 'invite', person: 19, hours: 3, end: 'waiting' },
  { action: 'passwordReset', person: 14, hours: 5, end: 'sent' },
  { action: 'vectoCompleted', person: 20, hours: 9, end: 'sent' },
  { action: 'invite', person: 22, hours: 27, end: 'failed' },
  { action: 'vectoFailed', person: 20, hours: 30, end: 'sent' },
  { action: 'invite', person: 23, hours: 49, end: 'kept' },
]

const before = ({ now }: Cast, hours: number) => new Date(now.getTime() - hours * HOUR)

/** E-mails in every state, with links to the panel at `address`. Sent e-mails have no content any more. */
export const demoMails = (cast: Cast, address: string): DemoRow[] =>
  plans.flatMap(({ action, person, hours, end }) => {
    const reader = cast.people[person]
    const company = cast.companies.find(({ uid }) => reader?.company.ref === `companies/${uid}`)
    if (!reader || !company) return []
    const { email, firstname, lastname } = reader
    const lang = languages.find(each => each === reader.lang) ?? 'en'
    const values = {
      ...{ firstname, lastname, company: company.name, group: 'Visites du port', vecto: 'Harbour at dawn' },
      ...{ reason: '', host: 'Ada Root', link: `${address}/home` },
    }
    const { subject, message } = writeMessage({ action, to: { email, lang }, values }, undefined)
    const createdAt = before(cast, hours)
    const triedAt = end === 'kept' ? null : new Date(createdAt.getTime() + MINUTE / 20)
    const [reasonCode = null, reason = null] = refusals[end] ?? []
    return [
      {
        ...{
          uid: newUid(),
          email,
          action,
          subject,
          lang,
          status: end,
          reason,
          reasonCode,
          createdAt,
          triedAt,
        },
        attempts: { sent: 1, kept: 0, failed: 1, waiting: 6 }[end],
        user: linkTo('users', reader),
        company: linkTo('companies', company),
        sentAt: end === 'sent' ? triedAt : null,
        nextAt: end === 'waiting' ? before(cast, -6) : null,
        message: end === 'sent' ? {} : message,
        updatedAt: triedAt ?? createdAt,
      },
    ]
  })
