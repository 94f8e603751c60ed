import type { medias as english } from '../en/medias'
import type { Translation } from '../translation'

export const medias = {
  resources: {
    medias: {
      empty: 'Les médias sont les images, documents et autres fichiers que les environnements utilisent.',
      name: 'Média |||| Médias',
      notifications: {
        created: 'Média ajouté',
        updated: 'Média enregistré',
        deleted: 'Média supprimé',
      },
      fields: {
        file: 'Fichier',
        name: 'Nom',
        company: 'Société',
        specialUsage: 'Usage spécial',
        tags: 'Étiquettes',
        contentType: 'Type de contenu',
        checksum: 'Somme de contrôle',
        thumbProblem: 'Pas de vignette',
        size: 'Taille',
        createdBy: 'Créé par',
        versions: 'Versions',
        shares: 'Partages',
        status: 'Statut',
        deletableAt: 'Date de suppression',
        thumbRef256: 'Image',
        thumbRef128: 'Image',
        filethumb: 'Image du fichier',
        createdAt: 'Créé le',
        updatedAt: 'Modifié le',
      },
      choices: {
        thumbProblem: {
          unsupported:
            'Ce serveur ne sait pas décoder le format de l’image, comme HEIC. Envoyez-la en JPEG ou PNG pour la voir dans les listes.',
          unreadable: 'L’image est endommagée. Exportez-la à nouveau.',
          too_large: 'L’image demande trop de mémoire ou de temps. Envoyez-la avec moins de pixels.',
        },
        specialUsage: {
          generic: 'Générique',
          templateMedia: 'Média de modèle',
          icon: 'Icône',
          preview: 'Aperçu',
          overlayIcon: 'Icône de superposition',
        },
        status: {
          pending: 'En attente',
          completed: 'Terminé',
          deletable: 'À supprimer',
        },
      },
      tabs: {
        details: 'Détails',
        events: 'Événements',
        completed: 'Terminés',
        grid: 'Grille',
        pending: 'En attente',
        deletable: 'À supprimer',
        shares: 'Partages',
      },
      actions: {
        restore: 'Restaurer',
        regenerate: 'Régénérer la vignette',
      },
      confirm: {
        restore: 'Le média ne sera plus supprimé. Le restaurer ?',
      },
      done: {
        restore: 'Média restauré',
        regenerate: 'La vignette est en cours de régénération',
      },
      createTitle: 'Nouveau média',
      createRefused: 'Seuls root, les partenaires et les administrateurs peuvent créer des médias.',
      fromFile: 'Rempli à partir du fichier',
      bulk: {
        tag: 'Ajouter des étiquettes',
        untag: 'Retirer des étiquettes',
      },
    },
  },
} as const satisfies Translation<typeof english>
