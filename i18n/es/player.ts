import type { player as english } from '../en/player'
import type { Translation } from '../translation'

export const player = {
  admin: {
    player: {
      of: 'Reproductor de %{name}',
      view: 'Vista en 360° de %{name}',
      keys: 'Las flechas mueven la mirada, más y menos acercan y alejan, Inicio mira al frente, Espacio reproduce y pausa, coma y punto retroceden y avanzan una imagen.',
      play: 'Reproducir',
      pause: 'Pausar',
      previousImage: 'Imagen anterior',
      nextImage: 'Imagen siguiente',
      position: 'Posición',
      mute: 'Quitar el sonido',
      unmute: 'Activar el sonido',
      speed: 'Velocidad',
      volume: 'Volumen',
      mode: 'Vista',
      modes: {
        mono: 'Mono',
        anaglyph: 'Gafas rojo-cian',
        'side-by-side': 'Lado a lado',
      },
      headset: 'Ver en las gafas de realidad virtual',
      reset: 'Mirar al frente',
      fullScreen: 'Pantalla completa',
      leaveFullScreen: 'Salir de pantalla completa',
      loading: 'El vídeo se está cargando',
      flat: 'Este navegador no puede mostrar el vídeo a su alrededor: se muestra en plano.',
      error: 'El vídeo no se puede reproducir: %{message}',
      mediaErrors: {
        '0': 'motivo desconocido',
        '1': 'se ha detenido',
        '2': 'se ha perdido la conexión',
        '3': 'el archivo está dañado',
        '4': 'falta el archivo, o este navegador no reproduce su formato',
      },
    },
  },
} as const satisfies Translation<typeof english>
