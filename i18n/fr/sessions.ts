import type { sessions as english } from '../en/sessions'
import type { Translation } from '../translation'

export const sessions = {
  resources: {
    sessions: {
      empty: 'Une session apparaît quand un utilisateur se connecte.',
      name: 'Session |||| Sessions',
      notifications: {
        deleted: 'Session terminée',
      },
      fields: {
        user: 'Utilisateur',
        company: 'Société',
        createdAt: 'Début',
        endedAt: 'Fin',
        duration: 'Durée',
        offlineRequested: 'Hors ligne demandé',
        offlineGranted: 'Hors ligne accordé',
        agent: {
          name: 'Navigateur',
          platform: 'Plateforme',
        },
        env: {
          operatingSystem: 'Système d’exploitation',
          unityVersion: 'Version d’Unity',
          buildVersion: 'Version du build',
          deviceModel: 'Appareil',
          systemMemSize: 'Mémoire (Mo)',
        },
        city: 'Ville',
        country: 'Pays',
        updatedAt: 'Modifiée le',
      },
      tabs: {
        details: 'Détails',
      },
      heading: 'Session de %{user}',
    },
  },
} as const satisfies Translation<typeof english>
