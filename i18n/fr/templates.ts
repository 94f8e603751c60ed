import type { templates as english } from '../en/templates'
import type { Translation } from '../translation'

export const templates = {
  resources: {
    templates: {
      empty: 'Sans modèle, les e-mails ont le texte intégré. Un modèle le remplace.',
      name: 'Modèle d’e-mail |||| Modèles d’e-mail',
      insert: 'Insérer %{name}',
      use: {
        used: 'Utilisé',
        other: 'Pas envoyé : le plus récent, « %{name} », est utilisé',
        unused:
          'Des modèles actifs de cette action, le plus récent est envoyé : « %{name} », et non celui-ci. Désactivez-le pour envoyer celui-ci.',
        replaces:
          'C’est le plus récent des modèles actifs de son action : il est envoyé à la place de « %{name} ».',
      },
      notifications: {
        created: 'Modèle d’e-mail créé',
        updated: 'Modèle d’e-mail enregistré',
        deleted: 'Modèle d’e-mail supprimé',
      },
      sections: {
        use: {
          title: 'Utilisation',
          text: 'À quel e-mail le texte est destiné, et s’il est utilisé.',
        },
        message: {
          title: 'Message',
          text: 'Ce que dit l’e-mail. Les variables sont remplacées à l’envoi.',
        },
      },
      fields: {
        name: 'Nom',
        type: 'Type',
        action: 'Action',
        active: 'Actif',
        subject: 'Objet',
        content: 'Contenu',
        createdBy: 'Créé par',
        createdAt: 'Créé le',
        updatedAt: 'Modifié le',
      },
      choices: {
        type: {
          email: 'Modèle d’e-mail',
        },
        action: {
          invite: 'Invitation d’un utilisateur',
          passwordReset: 'Réinitialisation du mot de passe',
          groupInvitation: 'Invitation à un groupe',
          vectoCompleted: 'Vidéo 3D terminée',
          vectoFailed: 'Vidéo 3D en échec',
          securityAlert: 'Alerte de sécurité',
          notification: 'Notification',
        },
      },
      tabs: {
        details: 'Détails',
        events: 'Événements',
      },
      createTitle: 'Nouveau modèle d’e-mail',
    },
    mails: {
      empty:
        'Un e-mail apparaît quand la plateforme en écrit un : invitation, réinitialisation, notification.',
      name: 'E-mail |||| Boîte d’envoi',
      fields: {
        email: 'À',
        action: 'Finalité',
        subject: 'Objet',
        lang: 'Langue',
        status: 'Statut',
        attempts: 'Tentatives',
        reason: 'Motif',
        reasonCode: 'Code',
        user: 'Utilisateur',
        company: 'Société',
        triedAt: 'Dernière tentative',
        sentAt: 'Envoyé le',
        nextAt: 'Prochaine tentative',
        createdAt: 'Écrit le',
        updatedAt: 'Modifié le',
      },
      choices: {
        status: {
          waiting: 'En attente',
          sending: 'Envoi en cours',
          sent: 'Envoyé',
          failed: 'En échec',
          kept: 'Non envoyé, conservé',
        },
        action: {
          invite: 'Invitation d’un utilisateur',
          passwordReset: 'Réinitialisation du mot de passe',
          groupInvitation: 'Invitation à un groupe',
          vectoCompleted: 'Vidéo 3D terminée',
          vectoFailed: 'Vidéo 3D en échec',
          securityAlert: 'Alerte de sécurité',
          notification: 'Notification',
        },
        lang: {
          en: 'Anglais',
          fr: 'Français',
          es: 'Espagnol',
        },
      },
      tabs: {
        all: 'Tous',
        waiting: 'En attente',
        sent: 'Envoyés',
        failed: 'En échec',
        kept: 'Non envoyés, conservés',
        details: 'Détails',
      },
      actions: {
        retry: 'Renvoyer',
      },
      done: {
        retry: 'Il va être renvoyé maintenant',
      },
    },
  },
  deliveryStatus: {
    sent: 'L’e-mail est en route.',
    waiting: 'Le serveur de messagerie ne répond pas : l’e-mail partira dès qu’il répondra.',
    outbox:
      'Aucun serveur de messagerie n’est configuré : root trouve l’e-mail dans la boîte d’envoi (/admin/outbox).',
  },
} as const satisfies Translation<typeof english>
