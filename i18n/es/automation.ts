import type { automation as english } from '../en/automation'
import type { Translation } from '../translation'

export const automation = {
  resources: {
    tokens: {
      empty: 'Un token de API permite que un programa actúe por usted, con el acceso que elija.',
      name: 'Token de API |||| Tokens de API',
      notifications: {
        created: 'Token de API creado',
        deleted: 'Token de API eliminado',
      },
      fields: {
        name: 'Nombre',
        access: 'Acceso',
        lifetime: 'Válido durante',
        user: 'Usuario',
        company: 'Empresa',
        ending: 'Termina en',
        expiresAt: 'Caduca',
        usedAt: 'Último uso',
        createdAt: 'Creado',
        updatedAt: 'Modificado',
      },
      choices: {
        access: {
          read: 'Solo lectura',
          content: 'Subir y crear vídeos 3D',
        },
        lifetime: {
          '7': '7 días',
          '30': '30 días',
          '90': '90 días',
          '365': 'Un año',
        },
      },
      createTitle: 'Nuevo token de API',
      deleteText:
        'Los programas que lo usan se rechazan de inmediato. Es definitivo: un token eliminado nunca vuelve. Cree otro si aún hace falta.',
    },
    webhooks: {
      empty: 'Un webhook llama a otro servidor cuando ocurre algo aquí.',
      name: 'Webhook |||| Webhooks',
      notifications: {
        created: 'Webhook creado',
        updated: 'Webhook guardado',
        deleted: 'Webhook eliminado',
      },
      fields: {
        name: 'Nombre',
        url: 'Dirección',
        company: 'Empresa',
        active: 'Activo',
        events: 'Eventos',
        createdAt: 'Creado',
        updatedAt: 'Modificado',
      },
      choices: {
        events: {
          'vecto.completed': 'Un vídeo 3D se ha completado',
          'vecto.failed': 'Un vídeo 3D ha fallado',
          'video.completed': 'Un vídeo 360 está listo',
          'video.failed': 'Un vídeo 360 ha fallado',
          'quota.low': 'Se ha usado el 80 % de los minutos',
        },
      },
      tabs: {
        details: 'Detalles',
        deliveries: 'Solicitudes',
      },
      actions: {
        test: 'Enviar una prueba',
      },
      done: {
        test: 'La prueba está en camino: véase Solicitudes',
      },
      createTitle: 'Nuevo webhook',
      deleteText:
        'Ya no se le envía nada. Sus solicitudes se eliminan definitivamente, y lo que ocurra entretanto no se enviará después.',
    },
    deliveries: {
      empty: 'Aparece una entrega cada vez que se llama al webhook.',
      name: 'Solicitud de webhook |||| Solicitudes de webhooks',
      fields: {
        webhook: 'Webhook',
        company: 'Empresa',
        type: 'Evento',
        status: 'Estado',
        attempts: 'Intentos',
        answer: 'Estado HTTP',
        reason: 'Motivo',
        payload: 'Contenido',
        triedAt: 'Último intento',
        nextAt: 'Próximo intento',
        deliveredAt: 'Entregada',
        createdAt: 'Creada',
        updatedAt: 'Modificada',
      },
      choices: {
        status: {
          waiting: 'En espera',
          sending: 'Enviándose',
          delivered: 'Entregada',
          failed: 'Abandonada',
        },
        type: {
          'vecto.completed': 'vecto.completed',
          'vecto.failed': 'vecto.failed',
          'video.completed': 'video.completed',
          'video.failed': 'video.failed',
          'quota.low': 'quota.low',
          test: 'test',
        },
      },
      tabs: {
        all: 'Todas',
        waiting: 'En espera',
        delivered: 'Entregadas',
        failed: 'Abandonadas',
        details: 'Detalles',
      },
      actions: {
        retry: 'Enviar de nuevo',
      },
      done: {
        retry: 'La solicitud se enviará de nuevo ahora',
      },
    },
  },
} as const satisfies Translation<typeof english>
