import type { app as english } from '../en/app'
import type { Translation } from '../translation'

export const app = {
  name: 'vecto admin',
  version: 'Version %{version}',
  zone: 'Heure de Paris',
  contact: 'Nous contacter',
  mainMenu: 'Menu principal',
  loading: 'Chargement…',
  openFailed: {
    title: 'Le panneau n’a pas pu s’ouvrir',
    text: 'Le serveur est injoignable. Vérifiez votre connexion et, sur un réseau invité, sa page de connexion, puis réessayez.',
    script:
      'Une erreur a arrêté le panneau : %{message}. Mettez votre navigateur à jour, puis réessayez ; si l’erreur persiste, envoyez ce texte à votre administrateur.',
    retry: 'Réessayer',
  },
  home: {
    title: 'Accueil',
    hello: 'Bonjour %{name}',
    helloNobody: 'Bonjour',
    welcome: 'Bienvenue dans le back-office de vos vidéos 360° et 3D.',
    sections: 'Rubriques',
    noSections:
      'Votre rôle n’ouvre aucune section de ce panneau. Adressez-vous à votre administrateur si vous en avez besoin.',
    companies: 'Clients et partenaires, leurs places et leur quota vidéo',
    users: 'Les personnes de votre société, leurs rôles et leurs langues',
    medias: 'Images, documents et fichiers utilisés dans les environnements',
    myCompany: 'Votre société, ses places et ses minutes',
    sessions: 'Qui est connecté, d’où et depuis quand',
    environments: 'Ce qui est publié, version par version',
    videos: 'Les sources 360° de vos vidéos 3D',
    vectos: 'Les vidéos 3D, du traitement au partage',
    administration: 'Téléchargements, modèles d’e-mail et maintenance',
    audit: 'Qui a modifié quoi, quand et d’où',
    trash: 'Ce qui a été supprimé et peut encore être restauré',
    usage: 'Minutes, places, stockage et sessions au fil du temps',
  },
  invitations: {
    title: 'Invitations en attente',
    company: 'Société',
    group: 'Groupe',
    createdBy: 'Invité par',
    createdAt: 'Invité',
    accept: 'Accepter',
    acceptOf: 'Accepter l’invitation à %{group}',
    confirm: 'Rejoindre « %{group} » de %{company} ?',
    accepted: 'Vous êtes maintenant invité de %{group}',
  },
  notFound: {
    title: 'Page introuvable',
    home: 'Aller à l’accueil',
  },
} as const satisfies Translation<typeof english>
