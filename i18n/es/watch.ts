import type { watch as english } from '../en/watch'
import type { Translation } from '../translation'

export const watch = {
  title: 'Vídeo 3D',
  loading: 'El vídeo se está cargando',
  unavailable: {
    title: 'Este vídeo no está disponible',
    text: 'El enlace está incompleto, ha terminado o fue revocado. Pida uno nuevo a la persona que se lo envió.',
  },
  embedded: {
    title: 'Este vídeo no se puede mostrar aquí',
    text: 'Su enlace no está previsto para este sitio web.',
    open: 'Abrir el vídeo en una pestaña nueva',
  },
  locked: {
    title: 'Este vídeo necesita una contraseña',
    text: 'La persona que le envió el enlace la conoce.',
    password: 'Contraseña',
    submit: 'Ver',
    busy: 'Comprobando…',
    missing: 'Escriba la contraseña.',
    wrong: 'La contraseña no es correcta. Compruébela y vuelva a intentarlo.',
  },
  tooMany: 'Demasiados intentos. Vuelva a intentarlo en %{minutes} min.',
  unreachable: 'No se puede acceder al servidor. Compruebe su conexión y vuelva a intentarlo.',
  failed: 'Se ha producido un error. Vuelva a intentarlo en un momento.',
  offline: 'No tiene conexión. La reproducción continúa hasta donde el vídeo está cargado.',
  retry: 'Reintentar',
  volume: 'Volumen',
} as const satisfies Translation<typeof english>
