import type { processing as english } from '../en/processing'
import type { Translation } from '../translation'

export const processing = {
  admin: {
    job: {
      progress: 'Progression',
      secondsLeft: 'encore %{count} s',
      minutesLeft: 'encore %{count} min',
      hoursLeft: 'encore %{count} h',
      notReady: 'Les vidéos ne sont pas traitées pour le moment',
      missing: {
        worker:
          'Aucun serveur de traitement ne fonctionne. Les envois restent possibles, et vos demandes attendent leur tour. L’exploitant en démarre un par « npm run worker », ou redémarre le serveur.',
        ffmpeg:
          'ffmpeg manque sur le serveur de traitement. Les envois restent possibles, et vos demandes attendent leur tour. L’exploitant installe ffmpeg 5.1 ou plus récent, ou l’indique dans FFMPEG_PATH.',
      },
    },
  },
  reasons: {
    no_circles:
      'Le fichier ne montre pas les cercles de deux objectifs. S’il est déjà assemblé, ajoutez-le comme vidéo 360.',
    unreadable_video:
      'Le fichier n’est pas une vidéo lisible. Exportez-la de nouveau en mp4 (H.264 ou H.265).',
    no_video:
      'Le fichier ne contient pas d’image, seulement du son ou des données. Envoyez celui qui contient la vidéo.',
    truncated:
      'Le fichier s’arrête trop tôt : une partie de la vidéo manque. Copiez-le de nouveau depuis la caméra, puis renvoyez-le.',
    too_small: 'L’image est trop petite pour une vidéo 360°.',
    not_equirectangular:
      'L’image n’est pas deux fois plus large que haute, comme celle d’une vidéo 360°. Assemblez-la d’abord.',
    one_lens: 'Le fichier ne contient l’image que d’un seul objectif. Envoyez aussi le second fichier.',
    pair_duration: 'Les deux fichiers n’ont pas la même durée : ils ne sont pas de la même prise.',
    pair_size: 'Les images des deux fichiers n’ont pas la même taille : elles ne sont pas de la même prise.',
    pair_same: 'Les deux fichiers sont le même. Envoyez l’avant et l’arrière.',
    beyond_end: 'La partie choisie se trouve après la fin de la vidéo. Choisissez-en une autre.',
    not_enough_parallax:
      'La caméra bouge à peine : rien ne permet de mesurer la profondeur. Choisissez une partie où elle bouge, ou le mode rapide.',
    file_missing: 'Le fichier n’est plus sur le serveur. Renvoyez-le.',
    file_damaged: 'Le fichier est endommagé sur le serveur. Renvoyez-le.',
    out_of_memory:
      'Le serveur de traitement a manqué de mémoire. Réessayez quand il sera moins chargé, ou choisissez une partie plus courte.',
    disk_full:
      'Le disque du serveur de traitement est plein. Demandez à l’exploitant de faire de la place, puis réessayez.',
    engine_failed: 'Le moteur 3D a échoué. Consultez le journal pour plus de détails.',
    engine_missing: 'Le moteur 3D n’a pas pu démarrer. Demandez à l’exploitant de vérifier VECTO_ENGINE.',
    no_answer: 'Le serveur de traitement ne répondait plus. Réessayez.',
    too_much_output:
      'L’outil vidéo écrivait sans fin, comme il le fait d’un fichier abîmé. Exportez de nouveau la vidéo.',
    too_slow:
      'Le traitement a dépassé le temps permis. Choisissez une partie plus courte, ou réessayez quand le serveur sera moins chargé.',
    worker_lost:
      'Le serveur de traitement s’est arrêté plusieurs fois pendant le traitement. Demandez à l’exploitant de consulter son journal.',
    cancelled: 'Le traitement a été annulé.',
    internal:
      'Le serveur a rencontré une erreur inattendue. Réessayez ; si l’erreur se répète, demandez à l’exploitant de consulter le journal.',
  },
} as const satisfies Translation<typeof english>
