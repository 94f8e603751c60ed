import type { companies as english } from '../en/companies'
import type { Translation } from '../translation'

export const companies = {
  resources: {
    companies: {
      empty: 'Une société a ses utilisateurs, ses vidéos et ses quotas. Créez-en une par client.',
      name: 'Société |||| Sociétés',
      notifications: {
        created: 'Société créée',
        updated: 'Société enregistrée',
        deleted: 'Société supprimée',
      },
      sections: {
        company: {
          title: 'Société',
          text: 'Son nom, et sa place parmi les partenaires.',
        },
        sharing: {
          title: 'Accès aux données',
          text: 'Si le partenaire qui gère la société peut lire ses éléments.',
        },
        offline: {
          title: 'Mode hors ligne',
          text: 'Pendant combien de temps les applications lisent les contenus sans connexion.',
        },
        signIn: {
          title: 'Connexion',
          text: 'Comment ses utilisateurs se connectent, et le rôle de ceux qui se connectent pour la première fois.',
        },
      },
      fields: {
        name: 'Nom',
        logo: 'Logo',
        isPartner: 'Est partenaire',
        isProvider: 'Est le fournisseur',
        canCreateCompanies: 'Peut créer des sociétés',
        partner: 'Partenaire',
        allowPartnerAccess: 'Accès aux données',
        offlinePrivilege: 'Mode hors ligne',
        offlineDuration: 'Durée hors ligne',
        authFqdn: 'Domaine d’authentification tierce',
        role: 'Rôle par défaut',
        users: {
          total: 'Places utilisateurs',
          purchased: 'Places utilisateurs achetées',
          active: 'Utilisateurs actifs',
          maxActive: 'Places actives achetées',
        },
        seconds: {
          used: 'Quota vidéo',
          purchased: 'Quota vidéo acheté',
          deleted: 'Secondes des vidéos supprimées',
        },
        createdAt: 'Créée le',
        updatedAt: 'Modifiée le',
      },
      choices: {
        role: {
          root: 'Root',
          admin: 'Administrateur',
          partner: 'Partenaire',
          manager: 'Gestionnaire',
          editor: 'Éditeur',
          viewer: 'Lecteur',
        },
      },
      tabs: {
        details: 'Détails',
        events: 'Événements',
        users: 'Utilisateurs',
        groups: 'Groupes',
        guests: 'Invités',
        videos360: 'Vidéos 360',
        scenes: 'Vidéos 3D',
        sessions: 'Sessions',
      },
      createTitle: 'Nouvelle société',
      loadFailed: 'Impossible d’obtenir les données de la société',
      createRefused: 'Réservé au root et aux partenaires dont la société peut créer des sociétés.',
      groupsButton: 'Groupes',
      purchasesButton: 'Achats',
      badPath: '« %{value} » n’est pas un chemin de société. Écrivez-le comme companies.abc.',
      newCustomer: 'Nouveau client',
      accountsAbove: {
        title: 'Comptes de rang supérieur au vôtre',
        text: 'Ils appartiennent à votre société mais ne figurent pas dans votre liste d’utilisateurs. Vous pouvez mettre fin à leurs sessions, les désactiver ou les supprimer ; seul un compte de leur rang peut les modifier ou les activer.',
        seen: 'Dernière connexion : %{when}',
        never: 'Jamais connecté',
        sessions: '%{smart_count} session ouverte |||| %{smart_count} sessions ouvertes',
        tokens: '%{smart_count} jeton d’API |||| %{smart_count} jetons d’API',
        end: 'Mettre fin aux sessions',
        endTitle: 'Mettre fin aux sessions et aux jetons d’API de %{name} ?',
        endText: 'La personne devra se reconnecter, et les programmes auront besoin de nouveaux jetons.',
        ended: 'Sessions et jetons terminés',
        disable: 'Désactiver',
        disableTitle: 'Désactiver %{name} ?',
        disableText: 'La personne ne pourra plus se connecter. Seul un compte de son rang peut la réactiver.',
        disabled: 'Compte désactivé',
        delete: 'Supprimer',
        deleteTitle: 'Supprimer %{name} ?',
        deleteText: 'Le compte va dans la corbeille. Seul un compte de son rang peut le restaurer.',
        deleted: 'Compte supprimé',
      },
      stakeholders: {
        title: 'Parties prenantes',
        extras: 'Personnel du partenaire ayant accès aux données',
        managedCompanies: 'Sociétés gérées',
        guestGroups: 'Groupes avec invités',
        none: 'Aucun',
      },
      counters: {
        seats: 'Places',
        activeSeats: 'Places actives',
        minutesTotal: 'Minutes achetées',
        minutesUsed: 'Minutes utilisées',
      },
      seatNotice: {
        users:
          '%{company} : %{smart_count} place utilisateur restante, %{joining} nécessaires pour toutes les personnes invitées. |||| %{company} : %{smart_count} places utilisateurs restantes, %{joining} nécessaires pour toutes les personnes invitées.',
        maxActive:
          '%{company} : %{smart_count} place active restante, %{joining} nécessaires pour toutes les personnes invitées. |||| %{company} : %{smart_count} places actives restantes, %{joining} nécessaires pour toutes les personnes invitées.',
        add: 'Sans place, une personne invitée ne peut pas terminer son inscription (OB5). Ajoutez d’abord des places.',
        ask: 'Sans place, une personne invitée ne peut pas terminer son inscription (OB5). Demandez d’abord un achat de places.',
        purchase: 'Ajouter des places',
      },
    },
    purchases: {
      empty: 'Chaque achat ajoute des places ou des minutes à la société : ses quotas en sont la somme.',
      name: 'Achat |||| Achats',
      notifications: {
        created: 'Achat ajouté',
      },
      fields: {
        type: 'Type',
        quantity: 'Quantité',
        company: 'Société',
        comment: 'Commentaire',
        createdBy: 'Créé par',
        createdAt: 'Date',
        updatedAt: 'Modifié le',
      },
      choices: {
        type: {
          users: 'Places utilisateurs',
          maxActive: 'Places actives',
          minutes: 'Minutes de vidéo',
        },
      },
      createTitle: 'Nouvel achat',
      createRefused: 'Seul root peut ajouter des achats.',
      quantityHelp: 'Négatif pour reprendre ce qui a été acheté',
    },
    groups: {
      empty: 'Un groupe donne accès à plusieurs utilisateurs à la fois, et à des invités d’autres sociétés.',
      name: 'Groupe |||| Groupes',
      notifications: {
        created: 'Groupe créé',
        updated: 'Groupe enregistré',
        deleted: 'Groupe supprimé',
      },
      fields: {
        name: 'Nom',
        company: 'Société',
        members: 'Membres',
        guests: 'Invités',
        comment: 'Commentaire',
        createdBy: 'Créé par',
        createdAt: 'Créé le',
        updatedAt: 'Modifié le',
      },
      createTitle: 'Nouveau groupe',
      createRefused: 'Votre rôle ne permet pas de créer des groupes ici.',
      guestsHelp: 'Un e-mail par invité, puis Entrée',
      guestWrong: '« %{value} » n’est pas une adresse e-mail',
      deleteFailed: 'Impossible de supprimer le groupe : %{reason}',
    },
    guests: {
      empty: 'Les invités sont des personnes d’autres sociétés, invitées dans un groupe de celle-ci.',
      name: 'Invité |||| Invités',
      notifications: {
        created: 'Invitation envoyée',
        deleted: 'Invité retiré',
      },
      fields: {
        guest: {
          email: 'E-mail',
          label: 'Nom',
        },
        group: 'Groupe',
        company: 'Société',
        user: 'Utilisateur',
        createdBy: 'Invité par',
        status: 'Statut',
        acceptedAt: 'Accepté le',
        createdAt: 'Invité le',
        updatedAt: 'Modifié le',
      },
      choices: {
        status: {
          pending: 'Invité',
          accepted: 'Accepté',
        },
      },
      createTitle: 'Inviter une personne',
      actions: {
        resend: 'Renvoyer l’invitation',
      },
      done: {
        resend: 'L’invitation repart ; l’ancien lien n’est plus valable.',
      },
    },
    customers: {
      fields: {
        company: {
          name: 'Nom de la société',
        },
        purchases: {
          users: 'Places utilisateurs',
          maxActive: 'Places actives',
          minutes: 'Minutes de vidéo',
        },
        admin: {
          email: 'E-mail',
          lang: 'Langue',
        },
      },
    },
  },
  customers: {
    company: 'Société',
    purchases: 'Places et minutes',
    admin: 'Premier administrateur',
    save: 'Créer le client',
    made: '%{name} est créée et %{email} est invité.',
    madeBefore:
      'Ce client a déjà été créé. Le lien se trouve dans l’e-mail ; vous pouvez le renvoyer depuis la liste des utilisateurs.',
    link: 'Lien de l’invitation',
    linkText: 'La personne qui ouvre ce lien devient l’administrateur : ne l’envoyez à personne d’autre.',
    open: 'Ouvrir la société',
    another: 'Créer un autre client',
  },
} as const satisfies Translation<typeof english>
