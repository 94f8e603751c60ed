import type { videos as english } from '../en/videos'
import type { Translation } from '../translation'

export const videos = {
  resources: {
    videos: {
      empty:
        'Une vidéo 360 est la source des vidéos 3D. Importez un fichier mp4, ou les deux fichiers d’une caméra.',
      name: 'Vidéo 360 |||| Vidéos 360',
      notifications: {
        created: 'Vidéo 360 ajoutée',
        updated: 'Vidéo 360 enregistrée',
        deleted: 'Vidéo 360 supprimée',
      },
      sections: {
        video: {
          title: 'Vidéo',
          text: 'Le nom sous lequel elle est listée, et la société qui la possède.',
        },
        camera: {
          title: 'Enregistrement',
          text: 'Les deux fichiers enregistrés par la caméra, un par objectif, ou un fichier qui contient les deux.',
        },
        quality: {
          title: 'Qualité',
          text: 'De plus grandes images demandent plus de temps, et sont plus nettes dans un casque.',
        },
        after: {
          title: 'Une fois la vidéo créée',
          text: 'Si les fichiers caméra sont supprimés, et les objectifs autres que ceux d’usage.',
        },
      },
      fields: {
        name: 'Nom',
        company: 'Société',
        file: 'Fichier',
        width: 'Largeur (px)',
        height: 'Hauteur (px)',
        duration: 'Durée',
        size: 'Taille',
        pending: 'En attente',
        lowFile: 'Vidéo',
        insv1: 'Premier fichier caméra',
        insv2: 'Second fichier caméra',
        deleteInsv: 'Supprimer les fichiers caméra',
        createdBy: 'Créée par',
        createdAt: 'Créée le',
        updatedAt: 'Modifiée le',
        framerate: 'Images par seconde',
        codec: 'Codec',
        equirectangular: 'Image 360° (2:1)',
        spherical: 'Marquée comme sphérique',
        shape: 'Montre',
        sound: 'Son',
        status: 'Statut',
        progress: 'Progression',
        reason: 'Motif',
        reasonCode: 'Code du motif',
        poster: 'Image',
        sprite: 'Images de la frise',
        timeline: 'Frise',
        file5K: 'Fichier 5K',
        resolution: 'Résolution',
        bitrate: 'Débit (Mbit/s)',
        course: 'Parcours',
        generate5K: 'Créer aussi une version 5K (5760x2880)',
        lenses: 'Objectifs',
        preflight: 'Contrôle 3D',
        autoVecto: 'Vidéo 3D',
      },
      tabs: {
        grid: 'Grille',
        details: 'Détails',
        scenes: 'Vidéos 3D',
        events: 'Événements',
        completed: 'Terminées',
        pending: 'En attente',
      },
      createTitle: 'Nouvelle vidéo 360',
      createRefused: 'Votre rôle ne permet pas de créer des vidéos 360.',
      choices: {
        shape: {
          sphere: 'Une sphère entière',
          half_sphere: 'Une demi-sphère (180°)',
          stereo_sphere: 'Une sphère en 3D',
          partial_sphere: 'Une partie de sphère',
          cube_map: 'Un cube map',
          mesh: 'Une projection propre',
          fisheye: 'Un cercle fisheye',
          two_fisheyes: 'Deux cercles fisheye',
          flat: 'Pas de sphère',
        },
        sound: {
          kept: 'Conservé',
          none: 'Aucun dans le fichier',
          dropped: 'Omis : il ne peut pas être décodé. Exportez la vidéo avec un son AAC pour le garder.',
        },
        status: {
          pending: 'En attente',
          converting: 'Conversion',
          completed: 'Terminée',
          ko: 'En échec',
          timeout: 'Délai dépassé',
        },
        resolution: {
          '3840x1920': '3840 × 1920',
          '5760x2880': '5760 × 2880',
        },
      },
      actions: {
        retry: 'Réessayer',
        cancel: 'Arrêter',
      },
      confirm: {
        cancel: 'Ce qui est fait pourra servir à un nouvel essai. Arrêter ?',
      },
      done: {
        retry: 'Le traitement reprend là où il a échoué',
        cancel: 'Arrêt en cours',
      },
      add: 'Ajouter une vidéo',
      ways: {
        upload: {
          title: 'Importer une vidéo 360°',
          text: 'Pour un fichier mp4 qui est déjà une vidéo 360°. Vous la nommez et choisissez sa société.',
        },
        job: {
          text: 'Pour les fichiers .insv ou .mp4 d’une caméra à deux objectifs : ils sont assemblés en une vidéo 360°.',
        },
        several: {
          title: 'Importer plusieurs fichiers',
          text: 'Pour plusieurs fichiers à la fois, des deux sortes, ou toute une carte de caméra. On peut aussi les déposer sur la liste.',
        },
      },
      jobButton: 'Assembler des fichiers caméra',
      preflight: {
        title: 'Aptitude à la 3D',
        states: {
          good: 'Bon',
          weak: 'Sera moyen',
          bad: 'Sera faible',
          unknown: 'Inconnu',
        },
        ratio: {
          name: 'Image :',
          good: 'deux fois plus large que haute, comme une sphère entière.',
          bad: 'pas deux fois plus large que haute : aucune vidéo 3D ne peut en être faite. Assemblez d’abord la vidéo, puis envoyez-la à nouveau.',
          unknown: 'pas encore examinée.',
        },
        resolution: {
          name: 'Résolution :',
          good: '%{size}, nette dans un casque.',
          weak: '%{size}, un peu floue dans un casque. Exportez la vidéo en 3840 × 1920 ou plus.',
          bad: '%{size}, floue dans un casque. Exportez la vidéo en 3840 × 1920 ou plus.',
          unknown: 'pas encore examinée.',
        },
        light: {
          name: 'Lumière :',
          good: 'suffisante.',
          weak: 'insuffisante à %{dark} des endroits vérifiés. Choisissez une partie plus claire.',
          bad: 'insuffisante à %{dark} des endroits vérifiés : peu de profondeur peut y être mesurée. Filmez avec plus de lumière, ou choisissez une partie plus claire.',
          unknown: 'n’a pas pu être vérifiée pour cette vidéo.',
        },
        motion: {
          name: 'Mouvement de la caméra :',
          good: 'révèle la profondeur sur %{share} de l’image.',
          unknown: 'n’a pas pu être vérifié pour cette vidéo.',
          assumed: 'n’a pas pu être vérifié pour cette vidéo.',
          still:
            'la caméra ne bouge presque pas, et la profondeur n’apparaît que sur %{share} de l’image. Choisissez une partie où elle avance.',
          carried:
            'un véhicule ou des personnes se déplacent avec la caméra, et la profondeur n’apparaît que sur %{share} de l’image. Choisissez une partie où l’on voit le sol autour d’elle.',
          plain:
            'il y a trop peu de repères, et la profondeur n’apparaît que sur %{share} de l’image. Choisissez une partie plus claire et plus détaillée.',
          unclear:
            'la profondeur n’apparaît que sur %{share} de l’image. Choisissez une partie où la caméra avance régulièrement, au pas.',
        },
      },
      files: {
        label: 'Fichiers caméra',
        drop: 'Déposez ici les fichiers caméra d’une prise, .insv ou .mp4 : un par objectif, ou un seul pour les deux, ou',
        dropSecond: 'Déposez ici le second fichier, ou',
        waiting: '%{name} contient un seul objectif : ajoutez le fichier de l’autre.',
        whole: 'Il contient les deux objectifs : l’envoyer seul',
        too_many:
          'Il faut exactement deux fichiers : celui de l’objectif avant et celui de l’objectif arrière.',
        both_lenses: 'L’un de ces fichiers contient déjà les deux objectifs : envoyez-le seul.',
        pair_names:
          'Les noms ne sont pas ceux d’une même prise : ils ne diffèrent que par _00_ pour l’objectif avant et _10_ pour l’arrière.',
      },
      lens: {
        front: 'Objectif avant',
        back: 'Objectif arrière',
        fov: 'Champ de vision (°)',
        yaw: 'Lacet (°)',
        pitch: 'Tangage (°)',
        roll: 'Roulis (°)',
        help: 'À ne toucher que si le raccord se voit. En degrés : ce que voit un objectif, et de combien il s’écarte de l’avant ou de l’arrière.',
      },
      job: 'Assembler des fichiers caméra',
      jobSave: 'Créer la vidéo',
      notReady: 'La vidéo pourra être lue une fois traitée.',
      order: {
        end: 'la fin',
        waiting: 'Sera demandée dès que cette vidéo sera prête : %{mode}, de %{from} à %{to}.',
        problems: {
          quota:
            'La vidéo 3D n’a pas été créée : il ne reste pas assez de minutes. Demandez un achat, puis créez-la ici.',
          not_360: 'La vidéo 3D n’a pas été créée : l’image n’est pas deux fois plus large que haute.',
          shape:
            'La vidéo 3D n’a pas été créée : l’image n’est pas une sphère entière pour un seul œil. L’examen de cette page dit quoi faire.',
          range: 'La vidéo 3D n’a pas été créée : cette vidéo est plus courte que la partie choisie.',
          forbidden:
            'La vidéo 3D n’a pas été créée : la personne qui a envoyé cette vidéo ne peut plus créer de vidéos 3D ici.',
          account_closed:
            'La vidéo 3D n’a pas été créée : le compte de la personne qui a envoyé cette vidéo est fermé.',
          other: 'La vidéo 3D n’a pas été créée. Créez-la ici pour savoir pourquoi.',
        },
      },
    },
  },
} as const satisfies Translation<typeof english>
