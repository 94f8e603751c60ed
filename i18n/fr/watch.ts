import type { watch as english } from '../en/watch'
import type { Translation } from '../translation'

export const watch = {
  title: 'Vidéo 3D',
  loading: 'Chargement de la vidéo',
  unavailable: {
    title: 'Cette vidéo n’est pas disponible',
    text: 'Le lien est incomplet, a pris fin ou a été révoqué. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
  },
  embedded: {
    title: 'Cette vidéo ne peut pas être affichée ici',
    text: 'Son lien n’est pas prévu pour ce site.',
    open: 'Ouvrir la vidéo dans un nouvel onglet',
  },
  locked: {
    title: 'Cette vidéo demande un mot de passe',
    text: 'La personne qui vous a envoyé le lien le connaît.',
    password: 'Mot de passe',
    submit: 'Regarder',
    busy: 'Vérification…',
    missing: 'Saisissez le mot de passe.',
    wrong: 'Le mot de passe est incorrect. Vérifiez-le, puis réessayez.',
  },
  tooMany: 'Trop de tentatives. Réessayez dans %{minutes} min.',
  unreachable: 'Le serveur est injoignable. Vérifiez votre connexion, puis réessayez.',
  failed: 'Une erreur est survenue. Réessayez dans un instant.',
  offline: 'Vous êtes hors ligne. La lecture continue tant que la vidéo est chargée.',
  retry: 'Réessayer',
  volume: 'Volume',
} as const satisfies Translation<typeof english>
