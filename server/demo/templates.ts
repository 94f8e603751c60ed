import type { RichText } from '~/model/fields'
import type { TemplateAction } from '~/model/mail/mail-templates'
import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, DAY, type DemoRow, linkTo } from './cast'

type Text = readonly [en: string, fr: string, es: string]
type Plan = { readonly name: string; readonly subject: Text; readonly content: Text }

const hello: Text = ['Hello {{firstname}},', 'Bonjour {{firstname}},', 'Hola, {{firstname}}:']
const open: Text = ['Open', 'Ouvrir', 'Abrir']

const plans: { readonly [A in TemplateAction]?: Plan } = {
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
      'A new password was asked for. If it was not you, ignore this message.',
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

const contentOf = ({ content }: Plan) =>
  rich(
    lang =>
      `<p>${hello[lang]}</p><p>${content[lang]}</p><p><a href="{{link}}" rel="noopener noreferrer">${open[lang]}</a></p>`,
  )

/** An active template of each planned e-mail, and an older, inactive invitation. */
export const demoTemplates = ({ root, now }: Cast): DemoRow[] => {
  const planned = Object.entries(plans)
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
