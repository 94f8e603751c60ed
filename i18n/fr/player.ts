import type { player as english } from '../en/player'
import type { Translation } from '../translation'

export const player = {
  admin: {
    player: {
      of: 'Lecteur de %{name}',
      view: 'Vue à 360° de %{name}',
      keys: 'Les flèches tournent le regard, plus et moins zooment, Début ramène le regard devant, Espace lit et met en pause, virgule et point reculent et avancent d’une image.',
      play: 'Lire',
      pause: 'Mettre en pause',
      previousImage: 'Image précédente',
      nextImage: 'Image suivante',
      position: 'Position',
      mute: 'Couper le son',
      unmute: 'Remettre le son',
      speed: 'Vitesse',
      volume: 'Volume',
      mode: 'Vue',
      modes: {
        mono: 'Mono',
        anaglyph: 'Lunettes rouge-cyan',
        'side-by-side': 'Côte à côte',
      },
      headset: 'Regarder dans le casque',
      reset: 'Regarder devant',
      fullScreen: 'Plein écran',
      leaveFullScreen: 'Quitter le plein écran',
      loading: 'La vidéo se charge',
      flat: 'Ce navigateur ne peut pas afficher la vidéo autour de vous : elle est montrée à plat.',
      error: 'La vidéo ne peut pas être lue : %{message}',
      mediaErrors: {
        '0': 'raison inconnue',
        '1': 'elle a été arrêtée',
        '2': 'la connexion a été perdue',
        '3': 'le fichier est endommagé',
        '4': 'le fichier manque, ou ce navigateur ne lit pas son format',
      },
    },
  },
} as const satisfies Translation<typeof english>
