import type { trash as english } from '../en/trash'
import type { Translation } from '../translation'

export const trash = {
  resources: {
    trash: {
      empty: 'Les éléments supprimés restent ici jusqu’à leur restauration ou leur suppression définitive.',
      name: 'Enregistrement supprimé |||| Corbeille',
      notifications: {
        deleted: 'Supprimé définitivement',
      },
      fields: {
        label: 'Nom',
        type: 'Nature',
        object: 'Enregistrement',
        company: 'Société',
        user: 'Propriétaire',
        by: 'Supprimé par',
        purgeAt: 'Supprimé définitivement le',
        content: 'Contenu',
        createdAt: 'Supprimé le',
        updatedAt: 'Modifié le',
      },
      actions: {
        restore: 'Restaurer',
      },
      elsewhere: {
        button: 'Autres éléments supprimés',
        versions: 'Les versions à supprimer sont sur la page de leur environnement.',
      },
      choices: {
        type: {
          companies: 'Société',
          groups: 'Groupe',
          guests: 'Invité',
          users: 'Utilisateur',
          videos: 'Vidéo 360',
          vectos: 'Vidéo 3D',
          downloads: 'Téléchargement',
          templates: 'Modèle d’e-mail',
          webhooks: 'Webhook',
          views: 'Vue enregistrée',
        },
      },
      deleteTitle: 'Supprimer définitivement « %{name} » ?',
      done: {
        restore: 'L’enregistrement a été restauré',
      },
    },
  },
  admin: {
    trash: {
      kept: 'L’élément reste %{smart_count} jour dans la corbeille et peut être restauré d’ici là. |||| L’élément reste %{smart_count} jours dans la corbeille et peut être restauré d’ici là.',
      undo: 'Annuler la suppression',
      undone: 'Restauré',
    },
  },
} as const satisfies Translation<typeof english>
