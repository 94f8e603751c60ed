import type { RichText } from '~/model/fields'
import { languages } from '~/model/languages'
import type { TemplateAction } from '~/model/mail/mail-templates'
import { writeMessage } from '~/server/features/mails/enqueue-mail'
import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, DAY, type DemoRow, HOUR, linkTo, MINUTE } from './cast'

type Text = readonly [en: string, fr: string, es: string]
type TemplatePlan = { readonly name: string; readonly subject: Text; readonly content: Text }

const hello: Text = ['Hello {{firstname}},', 'Bonjour {{firstname}},', 'Hola, {{firstname}}:']
const open: Text = ['Open', 'Ouvrir', 'Abrir']

const templatePlans: { readonly [A in TemplateAction]?: TemplatePlan } = {
  invite: {
    name: 'Invitation',
    subject: ['Your access to {{company}}', 'Votre accès à {{company}}', 'Su acceso a {{company}}'],
    content: [
      'You are invited to join <strong>{{company}}</strong>. Choose a password to begin.',
      'Vous êtes invité à rejoindre <strong>{{company}}</strong>. Choisissez un mot de passe pour commencer.',
      'Se le invita a unirse a <strong>{{company}}</strong>. Elija una contraseña para empezar.',
    ],
  },
  passwordReset: {
    name: 'Password reset',
    subject: ['Reset your password', 'Réinitialisez votre mot de passe', 'Restablezca su contraseña'],
    content: [
      'A new password was requested. If it was not you, ignore this message.',
      'Un nouveau mot de passe a été demandé. Si ce n’est pas vous, ignorez ce message.',
      'Se ha pedido una contraseña nueva. Si no ha sido usted, ignore este mensaje.',
    ],
  },
  groupInvitation: {
    name: 'Group invitation',
    subject: ['{{company}} invites you', '{{company}} vous invite', '{{company}} le invita'],
    content: [
      'You are invited to the group <em>{{group}}</em> of {{company}}.',
      'Vous êtes invité dans le groupe <em>{{group}}</em> de {{company}}.',
      'Se le invita al grupo <em>{{group}}</em> de {{company}}.',
    ],
  },
  vectoCompleted: {
    name: '3D video ready',
    subject: ['{{vecto}} is ready', '{{vecto}} est prête', '{{vecto}} está listo'],
    content: [
      'Your 3D video <strong>{{vecto}}</strong> is ready.',
      'Votre vidéo 3D <strong>{{vecto}}</strong> est prête.',
      'Su vídeo 3D <strong>{{vecto}}</strong> está listo.',
    ],
  },
  vectoFailed: {
    name: '3D video failed',
    subject: [
      '{{vecto}} could not be created',
      '{{vecto}} n’a pas pu être créée',
      'No se pudo crear {{vecto}}',
    ],
    content: [
      'Your 3D video <strong>{{vecto}}</strong> could not be created: {{reason}}',
      'Votre vidéo 3D <strong>{{vecto}}</strong> n’a pas pu être créée : {{reason}}',
      'No se pudo crear su vídeo 3D <strong>{{vecto}}</strong>: {{reason}}',
    ],
  },
  notification: {
    name: 'Notification',
    subject: ['{{event}}', '{{event}}', '{{event}}'],
    content: ['{{event}}. {{detail}}', '{{event}}. {{detail}}', '{{event}}. {{detail}}'],
  },
  securityAlert: {
    name: 'Security alert',
    subject: ['{{event}}', '{{event}}', '{{event}}'],
    content: [
      '<strong>{{event}}</strong>, {{moment}}, from {{address}}.',
      '<strong>{{event}}</strong>, {{moment}}, depuis {{address}}.',
      '<strong>{{event}}</strong>, {{moment}}, desde {{address}}.',
    ],
  },
}

const rich = (html: (lang: 0 | 1 | 2) => string): RichText => ({ en: html(0), fr: html(1), es: html(2) })

const contentOf = ({ content }: TemplatePlan) =>
  rich(
    lang =>
      `<p>${hello[lang]}</p><p>${content[lang]}</p><p><a href="{{link}}" rel="noopener noreferrer">${open[lang]}</a></p>`,
  )

/** An active template of each planned e-mail, and an older, inactive invitation. */
export const demoTemplates = ({ root, now }: Cast): DemoRow[] => {
  const planned = Object.entries(templatePlans)
  const rows = [
    ...planned.map(([action, plan]) => ({ action, plan, active: true })),
    ...planned.slice(0, 1).map(([action, plan]) => ({ action, plan, active: false })),
  ]
  return rows.map(({ action, plan, active }, index) => {
    const createdAt = new Date(now.getTime() - (active ? 120 - index * 7 : 380) * DAY)
    return {
      uid: newUid(),
      name: active ? plan.name : `${plan.name} 2025`,
      type: 'email',
      action,
      active,
      subject: rich(lang => `<p>${plan.subject[lang]}</p>`),
      content: contentOf(plan),
      createdBy: linkTo('users', root),
      createdAt,
      updatedAt: createdAt,
    }
  })
}

type MailPlan = {
  readonly action: TemplateAction
  /** Index of the recipient among the demo's users. */
  readonly person: number
  /** Age in hours. */
  readonly hours: number
  readonly end: 'sent' | 'kept' | 'failed' | 'waiting'
}

/** Responses of the mail server. */
const refusals: { readonly [E in MailPlan['end']]?: readonly [code: string, reason: string] } = {
  failed: ['recipient', '550 5.1.1 No such user here'],
  waiting: ['later', '451 4.7.1 Greylisted, please try again later'],
}

const mailPlans: readonly MailPlan[] = [
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
  mailPlans.flatMap(({ action, person, hours, end }) => {
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
