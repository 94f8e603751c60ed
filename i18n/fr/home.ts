import type { home as english } from '../en/home'
import type { Translation } from '../translation'

export const home = {
  app: {
    home: {
      title: 'Accueil',
      hello: 'Bonjour %{name}',
      helloNobody: 'Bonjour',
      welcome: 'Bienvenue dans le back-office de vos vidéos 360° et 3D.',
      noSections:
        'Votre rôle ne donne accès à aucune rubrique. Adressez-vous à votre administrateur si vous en avez besoin.',
      loading: 'Chargement de l’accueil',
    },
    numbers: {
      title: 'En un coup d’œil',
      minutesLeft: 'Minutes restantes',
      seatsLeft: 'Places restantes',
      activeSeatsLeft: 'Places actives restantes',
      of: 'sur %{total}',
      all: 'sur %{total}, dans %{smart_count} société |||| sur %{total}, dans %{smart_count} sociétés',
      none: 'Aucun achat pour le moment',
      running: 'Vidéos en préparation',
      runningNone: 'Aucun traitement en cours',
      runningOf: '360 : %{videos} · 3D : %{vectos}',
      add: 'Ajouter',
    },
    days: {
      title: 'Les 30 derniers jours',
      minutes: 'Minutes utilisées',
      sessions: 'Sessions',
      none: 'Rien n’est encore enregistré : le premier jour apparaîtra ici demain.',
      most: 'maximum le %{day} : %{value}',
      more: 'Voir l’utilisation',
    },
    recent: {
      title: 'Vidéos récentes',
      none: 'Aucune vidéo n’est prête. Une vidéo 360 apparaît ici dès qu’elle peut être lue, une vidéo 3D dès qu’elle est terminée.',
      kinds: { videos: '360', vectos: '3D' },
    },
    invitations: {
      title: 'Invitations en attente',
      company: 'Société',
      group: 'Groupe',
      createdBy: 'Invité par',
      createdAt: 'Invité le',
      accept: 'Accepter',
      decline: 'Refuser',
      declineOf: 'Refuser l’invitation à %{group}',
      confirmDecline:
        'Refuser l’invitation à « %{group} » de %{company} ? La société pourra vous inviter de nouveau.',
      declined: 'L’invitation à %{group} est refusée',
      acceptOf: 'Accepter l’invitation à %{group}',
      confirm: 'Rejoindre « %{group} » de %{company} ?',
      accepted: 'Vous êtes maintenant invité de %{group}',
    },
  },
  banners: {
    home: 'Tout ici dépend de votre rôle. Votre nom dans le menu mène à votre langue et à votre mot de passe ; le bouton en haut passe du clair au sombre.',
    close: 'Ne plus afficher ce message',
  },
  checklist: {
    title: 'Premiers pas',
    progress: '%{done} sur %{total} faits',
    isDone: 'Fait',
    dismiss: 'Masquer définitivement « %{name} »',
    steps: {
      company: {
        title: 'Nommer votre société',
        text: 'Le fournisseur de cette plateforme, tel que ses clients le voient.',
        go: 'Ouvrir le formulaire',
      },
      mail: {
        title: 'Tester les e-mails',
        text: 'Envoie un message à votre propre adresse par le serveur de messagerie.',
        go: 'M’envoyer un test',
      },
      customer: {
        title: 'Créer votre premier client',
        text: 'Une société, ses places et ses minutes, et son administrateur.',
        go: 'Nouveau client',
      },
      video: {
        title: 'Importer une vidéo 360',
        text: 'Un fichier mp4 en 360°, ou les deux fichiers d’une caméra.',
        go: 'Importer',
      },
      invite: {
        title: 'Inviter un collègue',
        text: 'Il reçoit un e-mail avec un lien vers son compte.',
        go: 'Inviter',
      },
      vecto: {
        title: 'Créer votre première vidéo 3D',
        text: 'Choisissez une partie d’une vidéo 360 : elle devient une vidéo 3D.',
        go: 'Choisir une vidéo',
      },
    },
    mail: {
      subject: 'Test des e-mails',
      content: 'Cette plateforme peut envoyer des e-mails : vous pouvez inviter d’autres personnes.',
      sent: 'Le serveur de messagerie a accepté le message pour %{email}. Consultez votre boîte de réception.',
      outbox:
        'Aucun serveur de messagerie n’est configuré : définissez SMTP_URL sur le serveur et redémarrez-le. D’ici là, les e-mails restent dans la boîte d’envoi.',
      waiting: 'Le message n’est pas encore parti. %{reason} Un autre essai suivra.',
      failed: 'Le serveur de messagerie a refusé le message. %{reason}',
      open: 'Le voir dans la boîte d’envoi',
    },
  },
  attention: {
    title: 'À surveiller',
    calm: 'Rien ne demande votre attention',
    calmText: 'Traitements, quotas, e-mails et suppressions : tout va bien.',
    failed: 'Vérification impossible : %{name}',
    retry: 'Vérifier à nouveau',
    more: '+%{count} autres',
    next: 'Prochaine le %{date}',
    loading: 'Vérification des points à surveiller',
    nothing: {
      noMailServer: 'Aucun serveur de messagerie n’est configuré : les e-mails resteront sur le serveur',
    },
    severity: {
      error: 'Urgent',
      warning: 'Avertissement',
      info: 'Pour information',
    },
    names: {
      failedVideos: 'vidéos 360 en échec',
      failedVectos: 'vidéos 3D en échec',
      stuckVideos: 'vidéos 360 bloquées',
      stuckVectos: 'vidéos 3D bloquées',
      notProcessing: 'traitement des vidéos',
      seatsNearlyFull: 'places',
      activeSeatsNearlyFull: 'places actives',
      minutesNearlyFull: 'minutes',
      seatsShort: 'invitations en attente',
      mailFailed: 'e-mails en échec',
      mailWaiting: 'e-mails en attente',
      noMailServer: 'serveur de messagerie',
      dueEnvironments: 'environnements à supprimer',
      dueVersions: 'environnements avec des versions à supprimer',
      dueMedias: 'médias à supprimer',
      failedSignIns: 'échecs de connexion',
      refusals: 'actions refusées',
    },
    entries: {
      failedVideos:
        '%{smart_count} vidéo 360 a échoué ces 30 derniers jours |||| %{smart_count} vidéos 360 ont échoué ces 30 derniers jours',
      failedVectos:
        '%{smart_count} vidéo 3D a échoué ces 30 derniers jours |||| %{smart_count} vidéos 3D ont échoué ces 30 derniers jours',
      stuckVideos:
        '%{smart_count} vidéo 360 n’avance plus depuis plus de 2 heures |||| %{smart_count} vidéos 360 n’avancent plus depuis plus de 2 heures',
      stuckVectos:
        '%{smart_count} vidéo 3D est à la même étape depuis plus de 2 heures |||| %{smart_count} vidéos 3D sont à la même étape depuis plus de 2 heures',
      notProcessing:
        'Les vidéos ne sont pas traitées : %{smart_count} tâche en attente |||| Les vidéos ne sont pas traitées : %{smart_count} tâches en attente',
      seatsNearlyFull:
        '%{smart_count} société utilise plus de 80 % de ses places |||| %{smart_count} sociétés utilisent plus de 80 % de leurs places',
      activeSeatsNearlyFull:
        '%{smart_count} société utilise plus de 80 % de ses places actives |||| %{smart_count} sociétés utilisent plus de 80 % de leurs places actives',
      minutesNearlyFull:
        '%{smart_count} société a utilisé plus de 80 % de ses minutes |||| %{smart_count} sociétés ont utilisé plus de 80 % de leurs minutes',
      seatsShort:
        '%{smart_count} société a moins de places libres que d’invitations en attente |||| %{smart_count} sociétés ont moins de places libres que d’invitations en attente',
      mailFailed:
        '%{smart_count} e-mail n’a pas pu être envoyé |||| %{smart_count} e-mails n’ont pas pu être envoyés',
      mailWaiting:
        '%{smart_count} e-mail attend depuis plus d’une heure |||| %{smart_count} e-mails attendent depuis plus d’une heure',
      noMailServer:
        'Aucun serveur de messagerie n’est configuré : %{smart_count} e-mail conservé sur le serveur |||| Aucun serveur de messagerie n’est configuré : %{smart_count} e-mails conservés sur le serveur',
      dueEnvironments:
        '%{smart_count} environnement sera supprimé dans les 7 jours |||| %{smart_count} environnements seront supprimés dans les 7 jours',
      dueVersions:
        '%{smart_count} environnement a des versions qui seront supprimées dans les 7 jours |||| %{smart_count} environnements ont des versions qui seront supprimées dans les 7 jours',
      dueMedias:
        '%{smart_count} média sera supprimé dans les 7 jours |||| %{smart_count} médias seront supprimés dans les 7 jours',
      failedSignIns:
        '%{smart_count} échec de connexion ces 7 derniers jours |||| %{smart_count} échecs de connexion ces 7 derniers jours',
      refusals:
        '%{smart_count} action refusée ces 7 derniers jours |||| %{smart_count} actions refusées ces 7 derniers jours',
    },
  },
  work: {
    title: 'Mon travail',
    inProgress: 'En cours',
    finished: 'Terminées ces 7 derniers jours',
    none: 'Vous n’avez aucune vidéo en cours, ni terminée ces 7 derniers jours.',
  },
} as const satisfies Translation<typeof english>
