import type { templates as english } from '../en/templates'
import type { Translation } from '../translation'

export const templates = {
  resources: {
    templates: {
      empty: 'Sin plantilla, los correos llevan el texto incorporado. Una plantilla lo sustituye.',
      name: 'Plantilla de correo |||| Plantillas de correo',
      insert: 'Insertar %{name}',
      use: {
        used: 'En uso',
        other: 'No se envía: se usa la más reciente, «%{name}»',
        unused:
          'De las plantillas activas de esta acción se envía la más reciente: «%{name}», y no esta. Desactívela para enviar esta.',
        replaces:
          'Es la más reciente de las plantillas activas de su acción: se envía en lugar de «%{name}».',
      },
      notifications: {
        created: 'Plantilla de correo creada',
        updated: 'Plantilla de correo guardada',
        deleted: 'Plantilla de correo eliminada',
      },
      sections: {
        use: {
          title: 'Uso',
          text: 'A qué correo está destinado el texto y si se usa.',
        },
        message: {
          title: 'Mensaje',
          text: 'Lo que dice el correo. Las variables se sustituyen al enviarlo.',
        },
      },
      fields: {
        name: 'Nombre',
        type: 'Tipo',
        action: 'Acción',
        active: 'Activa',
        subject: 'Asunto',
        content: 'Contenido',
        createdBy: 'Creado por',
        createdAt: 'Creado',
        updatedAt: 'Modificado',
      },
      choices: {
        type: {
          email: 'Plantilla de correo',
        },
        action: {
          invite: 'Invitación de un usuario',
          passwordReset: 'Restablecer la contraseña',
          groupInvitation: 'Invitación a un grupo',
          vectoCompleted: 'Vídeo 3D completado',
          vectoFailed: 'Vídeo 3D con error',
          securityAlert: 'Alerta de seguridad',
          notification: 'Notificación',
        },
      },
      tabs: {
        details: 'Detalles',
        events: 'Eventos',
      },
      createTitle: 'Nueva plantilla de correo',
    },
    mails: {
      empty: 'Un correo aparece cuando la plataforma lo escribe: invitación, restablecimiento, notificación.',
      name: 'Correo |||| Bandeja de salida',
      fields: {
        email: 'Para',
        action: 'Finalidad',
        subject: 'Asunto',
        lang: 'Idioma',
        status: 'Estado',
        attempts: 'Intentos',
        reason: 'Motivo',
        reasonCode: 'Código',
        user: 'Usuario',
        company: 'Empresa',
        triedAt: 'Último intento',
        sentAt: 'Enviado',
        nextAt: 'Próximo intento',
        createdAt: 'Escrito',
        updatedAt: 'Modificado',
      },
      choices: {
        status: {
          waiting: 'En espera',
          sending: 'Enviándose',
          sent: 'Enviado',
          failed: 'Fallido',
          kept: 'No enviado, guardado',
        },
        action: {
          invite: 'Invitación de un usuario',
          passwordReset: 'Restablecer la contraseña',
          groupInvitation: 'Invitación a un grupo',
          vectoCompleted: 'Vídeo 3D completado',
          vectoFailed: 'Vídeo 3D con error',
          securityAlert: 'Alerta de seguridad',
          notification: 'Notificación',
        },
        lang: {
          en: 'Inglés',
          fr: 'Francés',
          es: 'Español',
        },
      },
      tabs: {
        all: 'Todos',
        waiting: 'En espera',
        sent: 'Enviados',
        failed: 'Fallidos',
        kept: 'No enviados, guardados',
        details: 'Detalles',
      },
      actions: {
        retry: 'Enviar de nuevo',
      },
      done: {
        retry: 'Se volverá a enviar ahora',
      },
    },
  },
  deliveryStatus: {
    sent: 'El correo está en camino.',
    waiting: 'El servidor de correo no responde: el correo saldrá en cuanto responda.',
    outbox:
      'No hay ningún servidor de correo configurado: root encuentra el correo en la bandeja de salida (/admin/outbox).',
  },
} as const satisfies Translation<typeof english>
