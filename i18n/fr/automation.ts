import type { automation as english } from '../en/automation'
import type { Translation } from '../translation'

export const automation = {
  resources: {
    tokens: {
      empty: 'Un jeton d’API permet à un programme d’agir pour vous, avec l’accès que vous choisissez.',
      name: 'Jeton d’API |||| Jetons d’API',
      notifications: {
        created: 'Jeton d’API créé',
        deleted: 'Jeton d’API supprimé',
      },
      fields: {
        name: 'Nom',
        access: 'Accès',
        lifetime: 'Durée de validité',
        user: 'Utilisateur',
        company: 'Société',
        ending: 'Se termine par',
        expiresAt: 'Expire le',
        usedAt: 'Dernière utilisation',
        createdAt: 'Créé le',
        updatedAt: 'Modifié le',
      },
      choices: {
        access: {
          read: 'Lecture seule',
          content: 'Envoyer et créer des vidéos 3D',
        },
        lifetime: {
          '7': '7 jours',
          '30': '30 jours',
          '90': '90 jours',
          '365': 'Un an',
        },
      },
      createTitle: 'Nouveau jeton d’API',
      deleteText:
        'Les programmes qui l’utilisent sont refusés aussitôt. C’est définitif : un jeton supprimé ne revient jamais. Créez-en un autre s’il est encore utile.',
    },
    webhooks: {
      empty: 'Un webhook appelle un autre serveur quand quelque chose se produit ici.',
      name: 'Webhook |||| Webhooks',
      notifications: {
        created: 'Webhook créé',
        updated: 'Webhook enregistré',
        deleted: 'Webhook supprimé',
      },
      fields: {
        name: 'Nom',
        url: 'Adresse',
        company: 'Société',
        active: 'Actif',
        events: 'Événements',
        createdAt: 'Créé le',
        updatedAt: 'Modifié le',
      },
      choices: {
        events: {
          'vecto.completed': 'Une vidéo 3D est terminée',
          'vecto.failed': 'Une vidéo 3D a échoué',
          'video.completed': 'Une vidéo 360 est prête',
          'video.failed': 'Une vidéo 360 a échoué',
          'quota.low': '80 % des minutes sont utilisées',
        },
      },
      tabs: {
        details: 'Détails',
        deliveries: 'Requêtes',
      },
      actions: {
        test: 'Envoyer un test',
      },
      done: {
        test: 'Le test est parti : voir Requêtes',
      },
      createTitle: 'Nouveau webhook',
      deleteText:
        'Plus rien ne lui est envoyé. Ses requêtes sont supprimées définitivement, et ce qui arrive entre-temps n’est pas envoyé plus tard.',
    },
    deliveries: {
      empty: 'Une livraison apparaît à chaque appel du webhook.',
      name: 'Requête de webhook |||| Requêtes de webhooks',
      fields: {
        webhook: 'Webhook',
        company: 'Société',
        type: 'Événement',
        status: 'Statut',
        attempts: 'Tentatives',
        answer: 'Statut HTTP',
        reason: 'Motif',
        payload: 'Contenu',
        triedAt: 'Dernière tentative',
        nextAt: 'Prochaine tentative',
        deliveredAt: 'Remise le',
        createdAt: 'Créée le',
        updatedAt: 'Modifiée le',
      },
      choices: {
        status: {
          waiting: 'En attente',
          sending: 'En cours d’envoi',
          delivered: 'Remise',
          failed: 'Abandonnée',
        },
        type: {
          'vecto.completed': 'vecto.completed',
          'vecto.failed': 'vecto.failed',
          'video.completed': 'video.completed',
          'video.failed': 'video.failed',
          'quota.low': 'quota.low',
          test: 'test',
        },
      },
      tabs: {
        all: 'Toutes',
        waiting: 'En attente',
        delivered: 'Remises',
        failed: 'Abandonnées',
        details: 'Détails',
      },
      actions: {
        retry: 'Renvoyer',
      },
      done: {
        retry: 'La requête va être renvoyée',
      },
    },
  },
} as const satisfies Translation<typeof english>
