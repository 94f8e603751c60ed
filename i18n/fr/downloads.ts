import type { downloads as english } from '../en/downloads'
import type { Translation } from '../translation'

export const downloads = {
  resources: {
    downloads: {
      empty:
        'Les téléchargements sont les programmes que les utilisateurs trouvent sur leur accueil, dans leur langue.',
      name: 'Téléchargement |||| Téléchargements',
      notifications: {
        created: 'Téléchargement ajouté',
        updated: 'Téléchargement enregistré',
        deleted: 'Téléchargement supprimé',
      },
      fields: {
        name: 'Nom',
        version: 'Version',
        notes: 'Notes',
        file: 'Installateur',
        lang: 'Langue',
        accessible: 'Accessible',
        downloadCount: 'Téléchargements',
        downloadLast: 'Dernier téléchargement',
        status: 'Statut',
        createdAt: 'Créé le',
        updatedAt: 'Modifié le',
      },
      choices: {
        lang: {
          en: 'Anglais',
          fr: 'Français',
          es: 'Espagnol',
        },
        status: {
          active: 'Actif',
          disabled: 'Désactivé',
        },
      },
      tabs: {
        details: 'Détails',
        events: 'Événements',
      },
      createTitle: 'Nouveau téléchargement',
    },
  },
} as const satisfies Translation<typeof english>
