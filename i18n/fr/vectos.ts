import type { vectos as english } from '../en/vectos'
import type { Translation } from '../translation'

export const vectos = {
  resources: {
    vectos: {
      empty:
        'Une vidéo 3D est créée à partir d’une partie d’une vidéo 360 : ouvrez-en une qui est prête, et choisissez la partie.',
      name: 'Vidéo 3D |||| Vidéos 3D',
      notifications: {
        created: 'Vidéo 3D demandée',
        updated: 'Vidéo 3D enregistrée',
        deleted: 'Vidéo 3D supprimée',
      },
      absent: {
        accessList: 'Personne pour l’instant',
      },
      fields: {
        name: 'Nom',
        mode: 'Mode',
        video: 'Vidéo 360',
        company: 'Société',
        framerate: 'Images par seconde',
        cameraHeight: 'Hauteur de la caméra (m)',
        offsetStart: 'Première image',
        offsetEnd: 'Dernière image',
        duration: 'Durée',
        defaultAccessList: 'Liste d’accès par défaut',
        accessList: 'Liste d’accès',
        status: 'Statut',
        reason: 'Motif',
        reasonCode: 'Code du motif',
        files: {
          data: 'Fichier',
        },
        version: 'Version',
        revision: 'Révision',
        course: 'Parcours',
        specialUsage: 'Usage spécial',
        engine: 'Moteur',
        events: 'Progression',
        createdBy: 'Créée par',
        log: 'Journal',
        newname: 'Nouveau nom',
        createdAt: 'Créée le',
        updatedAt: 'Modifiée le',
        progress: 'Progression en cours',
        lowFile: 'Vidéo 3D',
        grade: 'Qualité',
        measured: 'Profondeur',
        gradeCause: 'Cause',
        refunded: 'Restituée',
        accessGroups: 'Groupes ayant accès',
      },
      choices: {
        mode: {
          fast: 'Rapide',
          accurate: {
            video: 'Précis, vidéo',
            image: 'Précis, image',
          },
        },
        course: {
          linear: 'Linéaire',
          nonLinear: 'Non linéaire',
        },
        status: {
          'new': 'Nouvelle',
          pending: 'En attente de téléchargement',
          converting: 'Conversion',
          downloading: 'Téléchargement',
          downloaded: 'Téléchargée',
          trimming: 'Découpe',
          queued: 'En file d’attente',
          processing: 'Traitement',
          vectorization: 'Vectorisation',
          convert_x264: 'Encodage',
          video360: 'Génération de la vidéo 360',
          compressing: 'Compression',
          uploading: 'Envoi',
          completed: 'Terminée',
          timeout: 'Délai dépassé',
          ko: 'En échec',
          renaming: 'Renommage',
        },
        grade: {
          good: 'Bonne',
          fair: 'Moyenne',
          poor: 'Faible',
        },
      },
      tabs: {
        grid: 'Grille',
        details: 'Détails',
        shares: 'Partages',
        publicLinks: 'Liens publics',
        playbacks: 'Vues',
        events: 'Événements',
        completedScenes: 'Terminées',
        progressScenes: 'En cours',
        failedScenes: 'En échec',
      },
      rename: 'Renommer',
      onlyCompleted: 'Seulement une fois la vidéo 3D terminée',
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
      making: {
        open: 'Créer une vidéo 3D',
        refusals: {
          pending: 'Seulement une fois la vidéo 360 terminée',
          failed: 'Cette vidéo 360 n’a pas pu être préparée',
          flat: 'Ce n’est pas une vidéo 360° : elle n’est pas deux fois plus large que haute',
        },
        title: 'Nouvelle vidéo 3D de %{name}',
        make: 'Créer la vidéo 3D',
        part: 'Partie de la vidéo',
        take: 'Prendre l’image du lecteur',
        noTime: 'Format : 1:23.45',
        takes: 'Quota utilisé :',
        time: 'Durée de création :',
        timeUnknown: 'inconnue avant la première création',
        minutes: '%{minutes} min %{seconds} s',
        ofLeft: '%{cost} sur %{left} restantes',
        short:
          'Il ne reste que %{left} à %{company}. Choisissez une partie plus courte, ou demandez un achat de minutes.',
        shortForSeller:
          '%{company} n’a plus que %{left}. Choisissez une partie plus courte, ou ajoutez des minutes.',
        addMinutes: 'Ajouter des minutes',
        before: '%{smart_count} tâche avant la vôtre. |||| %{smart_count} tâches avant la vôtre.',
        about: {
          seconds: 'environ %{smart_count} s.',
          minutes: 'environ %{smart_count} min.',
          hours: 'environ %{smart_count} h.',
        },
        cameraHeight:
          'Hauteur de la caméra au-dessus du sol en mètres, de %{least} à %{most} : plus la caméra est haute, plus le sol paraît loin. Vide : 1,5 m. La dernière valeur de la société est proposée.',
        toVideo: 'Voir la vidéo 360',
        obstacles: {
          pending: 'La vidéo 360 n’est pas encore prête',
          failed: 'La vidéo 360 n’a pas pu être préparée',
          flat: 'Ce n’est pas une image à 360°',
        },
        ways: {
          pending: 'Cette page s’ouvrira d’elle-même quand elle le sera.',
          failed: 'Son écran dit pourquoi, et permet de réessayer.',
          flat: 'Une vidéo 3D se fait d’une image deux fois plus large que haute. Assemblez d’abord la vidéo, puis envoyez-la à nouveau.',
        },
        preview: {
          title: 'Aperçu en 3D',
          about:
            'Deux secondes en 3D, dans le mode choisi, à partir du début de la partie, à voir avant de créer la vidéo entière. Gratuit.',
          ask: 'Aperçu de deux secondes à partir de %{from}',
          waiting: 'En attente d’un serveur de traitement…',
          making: 'L’aperçu est en cours de création.',
          name: 'Aperçu de %{name}, de %{from} à %{to}',
        },
      },
      present: 'Nom actuel',
      newNameHelp: 'Elle est renommée en arrière-plan ; ses versions et partages suivent.',
      notRenamable: 'Cette vidéo 3D ne peut pas être renommée maintenant',
      toShow: 'Voir la vidéo 3D',
      renamed: 'La vidéo 3D est en cours de renommage',
      progress: 'Progression',
      noProgress: 'Rien ne s’est encore passé : la vidéo 3D attend son tour.',
      failureLog: 'Journal du serveur de traitement',
      after: 'après %{time}',
      on: 'sur %{worker}',
      notReady: 'La vidéo 3D pourra être regardée ici une fois terminée.',
      notMade:
        'Cette vidéo 3D n’a pas pu être créée : il n’y a rien à regarder. Le motif figure à côté de son statut.',
      quality: {
        measured: 'La profondeur a été mesurée sur %{share} de l’image.',
        assumed: 'La profondeur n’a pas été mesurée : ce mode suppose un sol plat.',
        causes: {
          still: 'La caméra n’a presque pas bougé ; or seul son mouvement indique la distance des objets.',
          carried:
            'Un véhicule ou des personnes qui se déplacent avec la caméra cachent le sol autour d’elle.',
          plain: 'L’image est trop sombre ou trop unie pour y suivre quoi que ce soit.',
          estimated: 'Un modèle de profondeur a estimé le reste d’après ce que montre l’image.',
          unclear: 'Ailleurs, le mouvement n’a pas pu être suivi de façon fiable.',
        },
        refunded: 'Les secondes ont été restituées au quota.',
      },
      where: {
        title: 'Où la regarder',
        browser: {
          name: 'Dans un navigateur',
          text: 'Sur cette page ou par un lien public : regardez autour de vous avec la souris, le doigt ou les flèches du clavier. « %{glasses} » et « %{beside} » montrent le relief.',
        },
        headset: {
          name: 'Dans le navigateur d’un casque',
          text: 'Ouvrez-y cette page ou un lien public, en https, et choisissez « %{button} » dans le lecteur (WebXR).',
        },
        quest: {
          name: 'Meta Quest, avec le fichier',
          text: 'Copiez le fichier dans le casque et ouvrez-le avec un lecteur de vidéos 360°. Si le lecteur le demande : 360°, 3D haut et bas.',
        },
        visionPro: {
          name: 'Apple Vision Pro, avec le fichier',
          text: 'Copiez le fichier dans l’app Fichiers et ouvrez-le. Il déclare le format projeté d’Apple, que visionOS 26 et les versions suivantes lisent.',
        },
        youtube: {
          name: 'YouTube',
          text: 'Envoyez le fichier tel quel : il déclare le 360° et la 3D, et YouTube propose les deux une fois le traitement terminé.',
        },
      },
      again: {
        open: 'Réessayer avec d’autres réglages',
        title: 'Réglages de « %{name} »',
        hints: {
          assumed:
            'Changez le mode : « Précis, vidéo » mesure la profondeur d’après le mouvement de la caméra.',
          still: 'Choisissez une autre partie de la vidéo, où la caméra avance, si possible au pas.',
          carried:
            'Choisissez une autre partie de la vidéo, où l’on voit le sol autour de la caméra. À défaut, le mode « Rapide » donne le même résultat plus vite.',
          plain: 'Choisissez une autre partie de la vidéo, plus claire et plus détaillée.',
          estimated:
            'Changez le mode ou la partie : « Précis, vidéo » mesure davantage là où la caméra avance régulièrement.',
          unclear:
            'Choisissez une autre partie de la vidéo, où la caméra avance régulièrement, sans coupure ni rotation rapide.',
          none: 'Tous les réglages sont repris. Changez ce qui doit être différent.',
        },
      },
      bulk: {
        addAccess: 'Donner l’accès',
        removeAccess: 'Retirer l’accès',
        addGroups: 'Donner l’accès à des groupes',
        removeGroups: 'Retirer l’accès à des groupes',
      },
    },
  },
  banners: {
    vecto:
      'Choisissez la première et la dernière image de la vidéo, donnez à la vidéo 3D un nom et un nombre d’images par seconde – environ 29 convient le plus souvent –, puis elle est créée sur un serveur dédié. Vous pouvez quitter cette page entre-temps.',
  },
} as const satisfies Translation<typeof english>
