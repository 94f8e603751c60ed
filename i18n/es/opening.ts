import type { opening as english } from '../en/opening'
import type { Translation } from '../translation'

export const opening = {
  app: {
    name: 'vecto admin',
    loading: 'Cargando…',
    openFailed: {
      title: 'No se pudo abrir el panel',
      text: 'No se puede contactar con el servidor. Compruebe su conexión y, en una red de invitados, su página de acceso, e inténtelo de nuevo.',
      script:
        'Un error detuvo el panel: %{message}. Actualice su navegador e inténtelo de nuevo; si el error continúa, envíe este texto a su administrador.',
      retry: 'Reintentar',
    },
  },
} as const satisfies Translation<typeof english>
