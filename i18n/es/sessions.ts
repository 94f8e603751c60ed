import type { sessions as english } from '../en/sessions'
import type { Translation } from '../translation'

export const sessions = {
  resources: {
    sessions: {
      empty: 'Una sesión aparece cuando un usuario inicia sesión.',
      name: 'Sesión |||| Sesiones',
      notifications: {
        deleted: 'Sesión terminada',
      },
      fields: {
        user: 'Usuario',
        company: 'Empresa',
        createdAt: 'Inicio',
        endedAt: 'Fin',
        duration: 'Duración',
        offlineRequested: 'Sin conexión solicitado',
        offlineGranted: 'Sin conexión concedido',
        agent: {
          name: 'Navegador',
          platform: 'Plataforma',
        },
        env: {
          operatingSystem: 'Sistema operativo',
          unityVersion: 'Versión de Unity',
          buildVersion: 'Versión de la compilación',
          deviceModel: 'Dispositivo',
          systemMemSize: 'Memoria (MB)',
        },
        city: 'Ciudad',
        country: 'País',
        updatedAt: 'Modificada',
      },
      tabs: {
        details: 'Detalles',
      },
      heading: 'Sesión de %{user}',
    },
  },
} as const satisfies Translation<typeof english>
