import type { notificationList as english } from '../en/notification-list'
import type { Translation } from '../translation'

export const notificationList = {
  app: {
    notifications: {
      title: 'Notificaciones',
      open: 'Notificaciones, %{smart_count} no leída |||| Notificaciones, %{smart_count} no leídas',
      openNone: 'Notificaciones',
      empty: 'Nada nuevo',
      unread: 'No leída',
      readAll: 'Marcar todo como leído',
      all: 'Todas las notificaciones',
      settings: 'Ajustes de notificaciones',
      failed: 'No se han podido cargar las notificaciones.',
      read: '%{smart_count} notificación marcada como leída |||| %{smart_count} notificaciones marcadas como leídas',
      choices: {
        title: 'Notificaciones',
        text: 'Siempre se le avisa de las invitaciones a grupos y de los cambios de su cuenta, en el panel y por correo.',
        mailOff:
          'Su administrador ha desactivado sus notificaciones, salvo las de invitaciones a grupos y cambios de su cuenta.',
        saved: 'Guardado',
      },
    },
  },
  resources: {
    notifications: {
      empty: 'Aquí se anuncia lo que ocurre con sus vídeos y su empresa.',
      name: 'Notificación |||| Notificaciones',
      fields: {
        title: 'Notificación',
        detail: 'Detalles',
        kind: 'Asunto',
        path: 'Dirección',
        read: 'Leída',
        user: 'Usuario',
        createdAt: 'Recibida',
        updatedAt: 'Modificada',
        texts: 'Textos por idioma',
      },
      choices: {
        kind: {
          vectoCompleted: 'Vídeo 3D listo',
          vectoFailed: 'Vídeo 3D fallido',
          videoCompleted: 'Vídeo 360° listo',
          videoFailed: 'Vídeo 360° inservible',
          invitationAccepted: 'Invitación aceptada',
          quotaLow: 'Quedan pocos minutos',
          groupInvitation: 'Invitación a un grupo',
          accountChanged: 'Seguridad de la cuenta',
          passwordReset: 'Contraseña restablecida por un usuario',
        },
      },
      tabs: {
        all: 'Todas',
        unread: 'No leídas',
      },
      bulk: {
        markRead: 'Marcar como leídas',
        markUnread: 'Marcar como no leídas',
      },
    },
  },
} as const satisfies Translation<typeof english>
