import type { processing as english } from '../en/processing'
import type { Translation } from '../translation'

export const processing = {
  admin: {
    job: {
      progress: 'Progreso',
      secondsLeft: 'quedan %{count} s',
      minutesLeft: 'quedan %{count} min',
      hoursLeft: 'quedan %{count} h',
      notReady: 'Los vídeos no se están procesando en este momento',
      missing: {
        worker:
          'No hay ningún servidor de procesamiento en marcha. Los envíos funcionan y lo que pida espera su turno. El operador inicia uno con «npm run worker» o reinicia el servidor.',
        ffmpeg:
          'Falta ffmpeg en el servidor de procesamiento. Los envíos funcionan y lo que pida espera su turno. El operador instala ffmpeg 5.1 o posterior, o lo indica en FFMPEG_PATH.',
      },
    },
  },
  reasons: {
    no_circles: 'El archivo no muestra los círculos de dos lentes. Si ya está unido, añádalo como vídeo 360.',
    unreadable_video:
      'El archivo no es un vídeo que se pueda leer. Expórtelo de nuevo en mp4 (H.264 o H.265).',
    no_video: 'El archivo no contiene imagen, solo sonido o datos. Envíe el que contiene el vídeo.',
    truncated:
      'El archivo termina antes de tiempo: falta parte del vídeo. Cópielo de nuevo desde la cámara y vuelva a enviarlo.',
    too_small: 'La imagen es demasiado pequeña para un vídeo 360°.',
    not_equirectangular:
      'La imagen no es el doble de ancha que de alta, como la de un vídeo 360°. Únala primero.',
    one_lens: 'El archivo contiene la imagen de un solo objetivo. Envíe también el segundo archivo.',
    pair_duration: 'Los dos archivos no duran lo mismo: no son de la misma toma.',
    pair_size: 'Las imágenes de los dos archivos tienen distinto tamaño: no son de la misma toma.',
    pair_same: 'Los dos archivos son el mismo. Envíe el delantero y el trasero.',
    beyond_end: 'La parte elegida está después del final del vídeo. Elija otra.',
    not_enough_parallax:
      'La cámara apenas se mueve: no hay con qué medir la profundidad. Elija una parte en que se mueva, o el modo rápido.',
    file_missing: 'El archivo ya no está en el servidor. Vuelva a enviarlo.',
    file_damaged: 'El archivo está dañado en el servidor. Vuelva a enviarlo.',
    out_of_memory:
      'El servidor de procesamiento se quedó sin memoria. Inténtelo cuando esté menos ocupado, o elija una parte más corta.',
    disk_full:
      'El disco del servidor de procesamiento está lleno. Pida al operador que haga sitio y vuelva a intentarlo.',
    engine_failed: 'El motor 3D ha fallado. Consulte el registro para más detalles.',
    engine_missing: 'No se ha podido iniciar el motor 3D. Pida al operador que revise VECTO_ENGINE.',
    no_answer: 'El servidor de procesamiento dejó de responder. Inténtelo de nuevo.',
    too_much_output:
      'La herramienta de vídeo escribía sin fin, como hace con un archivo dañado. Exporte el vídeo de nuevo.',
    too_slow:
      'Ha tardado más de lo permitido. Elija una parte más corta, o inténtelo cuando el servidor esté menos ocupado.',
    worker_lost:
      'El servidor de procesamiento se ha detenido varias veces durante el proceso. Pida al operador que revise su registro.',
    cancelled: 'Se ha cancelado.',
    internal:
      'El servidor ha encontrado un error inesperado. Inténtelo de nuevo; si vuelve a fallar, pida al operador que revise el registro.',
  },
} as const satisfies Translation<typeof english>
