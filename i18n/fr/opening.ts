import type { opening as english } from '../en/opening'
import type { Translation } from '../translation'

export const opening = {
  app: {
    name: 'vecto admin',
    loading: 'Chargement…',
    openFailed: {
      title: 'Le panneau n’a pas pu s’ouvrir',
      text: 'Le serveur est injoignable. Vérifiez votre connexion et, sur un réseau invité, sa page de connexion, puis réessayez.',
      script:
        'Une erreur a arrêté le panneau : %{message}. Mettez votre navigateur à jour, puis réessayez ; si l’erreur persiste, envoyez ce texte à votre administrateur.',
      retry: 'Réessayer',
    },
  },
} as const satisfies Translation<typeof english>
