import type { notifications as english } from '../en/notifications'
import type { Translation } from '../translation'

export const notifications = {
  vectoCompleted: {
    title: '« {{vecto}} » est prête',
    detail: '',
  },
  vectoFailed: {
    title: '« {{vecto}} » n’a pas pu être créée',
    detail: '{{reason}}',
  },
  videoCompleted: {
    title: 'La vidéo 360° « {{video}} » est prête',
    detail: '{{note}}',
  },
  /** What `note` tells: whether it suits a 3D video, and whether its sound was left out. */
  videoNotes: {
    ready: 'Vous pouvez en faire une vidéo 3D.',
    silent: 'Son son ne peut pas être décodé et a été omis.',
  },
  videoFailed: {
    title: 'La vidéo 360° « {{video}} » est inutilisable',
    detail: '{{reason}}',
  },
  invitationAccepted: {
    title: '{{person}} a accepté votre invitation',
    detail: '{{company}}',
  },
  quotaLow: {
    title: '{{company}} a utilisé {{percent}} % de ses minutes',
    detail: 'Il reste {{left}} minutes sur {{total}}. Demandez un achat avant qu’elles ne s’épuisent.',
  },
  groupInvitation: {
    title: '{{company}} vous invite à rejoindre {{group}}',
    detail: '',
  },
  accountChanged: {
    title: '{{event}}',
    detail: 'Si ce n’était pas vous, changez votre mot de passe et prévenez votre administrateur.',
  },
  passwordReset: {
    title: '{{person}} a réinitialisé son mot de passe par e-mail',
    detail: 'Si la personne n’en sait rien, désactivez le compte.',
  },
} as const satisfies Translation<typeof english>
