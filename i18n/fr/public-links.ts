import type { publicLinks as english } from '../en/public-links'
import type { Translation } from '../translation'

export const publicLinks = {
  resources: {
    public_links: {
      empty:
        'Avec un lien public, tout le monde regarde une vidéo 3D sans compte, jusqu’à la fin du lien. Ouvrez une vidéo 3D terminée pour en créer un.',
      name: 'Lien public |||| Liens publics',
      notifications: {
        created: 'Lien public créé',
        deleted: 'Lien public supprimé',
      },
      fields: {
        name: 'Nom',
        vecto: 'Vidéo 3D',
        company: 'Société',
        status: 'Statut',
        expiresAt: 'Fin',
        password: 'Mot de passe',
        hasPassword: 'Avec mot de passe',
        domains: 'Sites autorisés à l’intégrer',
        views: 'Vues',
        seconds: 'Temps de visionnage',
        createdBy: 'Créé par',
        createdAt: 'Créé le',
        updatedAt: 'Modifié le',
      },
      choices: {
        status: {
          active: 'Actif',
          ended: 'Terminé',
          revoked: 'Révoqué',
        },
      },
      actions: {
        revoke: 'Révoquer',
      },
      confirm: {
        revoke:
          'Plus personne ne pourra ouvrir la vidéo 3D avec ce lien, et les pages qui l’intègrent ne l’afficheront plus. Un lien révoqué ne fonctionne plus jamais. Le révoquer ?',
      },
      done: {
        revoke: 'Le lien ne fonctionne plus',
      },
      deleteText:
        'Plus personne ne pourra ouvrir la vidéo 3D avec ce lien. C’est définitif : un lien supprimé ne revient pas. Les vues et le temps de visionnage de la vidéo 3D sont conservés.',
    },
  },
  publicLinks: {
    open: 'Partager',
    title: 'Partager « %{name} » par un lien public',
    about:
      'Toute personne disposant du lien peut regarder cette vidéo 3D, et rien d’autre de votre société, sans compte.',
    nameHelp: 'Pour vous seulement, afin de retrouver le lien. Les visiteurs voient le nom de la vidéo 3D.',
    end: 'Dernier jour',
    endHelp: 'Le lien fonctionne jusqu’à la fin de ce jour, un an au plus.',
    endMissing: 'Choisissez le dernier jour.',
    passwordHelp: 'Facultatif. Les visiteurs doivent le saisir avant de pouvoir regarder.',
    domainsHelp:
      'Facultatif, par exemple www.example.com. Sans site indiqué, aucun ne peut intégrer le lecteur : il ne s’ouvre qu’à l’adresse du lien.',
    create: 'Créer le lien',
    created: 'Le lien public est prêt',
    once: 'Copiez-le maintenant : il n’est affiché qu’une fois. Le serveur n’en garde pas de copie ; si vous le perdez, révoquez-le et créez-en un autre.',
    link: 'Lien',
    embed: 'Code HTML pour un site',
    notEmbedded:
      'Ce lien n’indique aucun site : aucun ne peut donc intégrer le lecteur. Pour l’intégrer, créez un lien qui indique le site.',
    copyLink: 'Copier le lien',
    copyEmbed: 'Copier le code',
    close: 'Fermer',
    needsPassword: 'Communiquez le mot de passe séparément : il ne fait pas partie du lien.',
  },
  playbacks: {
    title: 'Vues et temps de visionnage',
    views: 'Vues',
    seconds: 'Temps de visionnage',
    now: {
      views: '%{used} vues sur cette période',
      seconds: '%{used} de visionnage sur cette période',
    },
    note: 'Comptées au début de la lecture, dans ce panneau et par les liens publics ; les jours sont en UTC. Rien n’est enregistré sur les visiteurs.',
    empty: 'Personne ne l’a encore regardée',
    emptyText: 'Les vues sont comptées dès que quelqu’un lit cette vidéo 3D.',
    fileName: 'vues de %{name}',
    minutes: 'Temps de visionnage (min)',
  },
} as const satisfies Translation<typeof english>
