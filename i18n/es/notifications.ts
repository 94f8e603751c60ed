import type { notifications as english } from '../en/notifications'
import type { Translation } from '../translation'

export const notifications = {
  vectoCompleted: {
    title: '«{{vecto}}» está listo',
    detail: '',
  },
  vectoFailed: {
    title: 'No se ha podido crear «{{vecto}}»',
    detail: '{{reason}}',
  },
  videoCompleted: {
    title: 'El vídeo 360° «{{video}}» está listo',
    detail: '{{note}}',
  },
  /** What `note` tells: whether it suits a 3D video, and whether its sound was left out. */
  videoNotes: {
    ready: 'Se puede convertir a 3D.',
    silent: 'Su sonido no se puede descodificar y se ha omitido.',
  },
  videoFailed: {
    title: 'El vídeo 360° «{{video}}» no se puede usar',
    detail: '{{reason}}',
  },
  invitationAccepted: {
    title: '{{person}} ha aceptado su invitación',
    detail: '{{company}}',
  },
  quotaLow: {
    title: '{{company}} ha usado el {{percent}} % de sus minutos',
    detail: 'Quedan {{left}} de {{total}} minutos. Pida una compra antes de que se agoten.',
  },
  groupInvitation: {
    title: '{{company}} le invita a {{group}}',
    detail: '',
  },
  accountChanged: {
    title: '{{event}}',
    detail: 'Si no ha sido usted, cambie su contraseña y avise a su administrador.',
  },
  passwordReset: {
    title: '{{person}} ha restablecido su contraseña por correo',
    detail: 'Si la persona no sabe nada de ello, desactive la cuenta.',
  },
} as const satisfies Translation<typeof english>
