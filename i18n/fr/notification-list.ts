import type { notificationList as english } from '../en/notification-list'
import type { Translation } from '../translation'

export const notificationList = {
  app: {
    notifications: {
      title: 'Notifications',
      open: 'Notifications, %{smart_count} non lue |||| Notifications, %{smart_count} non lues',
      openNone: 'Notifications',
      empty: 'Rien de nouveau',
      unread: 'Non lue',
      readAll: 'Tout marquer comme lu',
      all: 'Toutes les notifications',
      settings: 'Paramètres de notification',
      failed: 'Les notifications n’ont pas pu être chargées.',
      read: '%{smart_count} notification marquée comme lue |||| %{smart_count} notifications marquées comme lues',
      choices: {
        title: 'Notifications',
        text: 'Vous êtes toujours averti des invitations à des groupes et des changements de votre compte, dans le panneau et par e-mail.',
        mailOff:
          'Votre administrateur a désactivé vos notifications, sauf celles des invitations à des groupes et des changements de votre compte.',
        saved: 'Enregistré',
      },
    },
  },
  resources: {
    notifications: {
      empty: 'Ce qui arrive à vos vidéos et à votre société est annoncé ici.',
      name: 'Notification |||| Notifications',
      fields: {
        title: 'Notification',
        detail: 'Détails',
        kind: 'Sujet',
        path: 'Adresse',
        read: 'Lue',
        user: 'Utilisateur',
        createdAt: 'Reçue le',
        updatedAt: 'Modifiée le',
        texts: 'Textes par langue',
      },
      choices: {
        kind: {
          vectoCompleted: 'Vidéo 3D prête',
          vectoFailed: 'Échec d’une vidéo 3D',
          videoCompleted: 'Vidéo 360° prête',
          videoFailed: 'Vidéo 360° inutilisable',
          invitationAccepted: 'Invitation acceptée',
          quotaLow: 'Peu de minutes restantes',
          groupInvitation: 'Invitation à un groupe',
          accountChanged: 'Sécurité du compte',
          passwordReset: 'Mot de passe réinitialisé par un utilisateur',
        },
      },
      tabs: {
        all: 'Toutes',
        unread: 'Non lues',
      },
      bulk: {
        markRead: 'Marquer comme lues',
        markUnread: 'Marquer comme non lues',
      },
    },
  },
} as const satisfies Translation<typeof english>
