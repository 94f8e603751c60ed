import type { mail as english } from '../en/mail'
import type { Translation } from '../translation'

export const mail = {
  footer: 'Envoyé par {{product}}. Si ce message ne vous est pas destiné, ignorez-le.',
  actions: {
    invite: {
      subject: '<p>Votre accès à {{company}}</p>',
      content:
        '<p>Bonjour {{firstname}},</p><p>Vous êtes invité à rejoindre <strong>{{company}}</strong> sur {{product}}. Choisissez un mot de passe pour commencer.</p><p><a href="{{link}}">Accepter l’invitation</a></p><p>Ce lien est pour vous seul : ne le transmettez pas.</p>',
    },
    passwordReset: {
      subject: '<p>Choisissez un nouveau mot de passe</p>',
      content:
        '<p>Bonjour {{firstname}},</p><p>Un nouveau mot de passe a été demandé pour votre compte {{email}}.</p><p><a href="{{link}}">Choisir un nouveau mot de passe</a></p><p>Si ce n’est pas vous, ignorez ce message : votre mot de passe ne change pas.</p>',
    },
    groupInvitation: {
      subject: '<p>{{company}} vous invite à rejoindre {{group}}</p>',
      content:
        '<p>Bonjour {{firstname}},</p><p><strong>{{company}}</strong> vous invite à rejoindre le groupe <em>{{group}}</em>.</p><p><a href="{{link}}">Voir l’invitation</a></p>',
    },
    vectoCompleted: {
      subject: '<p>« {{vecto}} » est prête</p>',
      content:
        '<p>Bonjour {{firstname}},</p><p>Votre vidéo 3D <strong>{{vecto}}</strong> est prête.</p><p><a href="{{link}}">La regarder</a></p>',
    },
    vectoFailed: {
      subject: '<p>« {{vecto}} » n’a pas pu être créée</p>',
      content:
        '<p>Bonjour {{firstname}},</p><p>Votre vidéo 3D <strong>{{vecto}}</strong> n’a pas pu être créée.</p><p>{{reason}}</p><p><a href="{{link}}">Voir que faire</a></p><p>Les minutes qu’elle aurait utilisées ont été rendues.</p>',
    },
    securityAlert: {
      subject: '<p>{{event}}</p>',
      content:
        '<p>Bonjour {{firstname}},</p><p>Sur votre compte {{email}} : <strong>{{event}}</strong>.</p><p>Quand : {{moment}}<br>Adresse réseau : {{address}}</p><p>Si c’était vous, ou si vous vous y attendiez, il n’y a rien à faire. Sinon, <a href="{{link}}">changez votre mot de passe</a> et prévenez votre administrateur.</p>',
    },
    notification: {
      subject: '<p>{{event}}</p>',
      content:
        '<p>Bonjour {{firstname}},</p><p>{{event}}.</p><p>{{detail}}</p><p><a href="{{link}}">En savoir plus</a></p>',
    },
  },
  samples: {
    firstname: 'Hélène',
    lastname: 'Garçon',
    email: 'helene.garcon@example.com',
    company: 'Studio du Phare',
    host: 'Ada Lovelace',
    group: 'Visites du port',
    vecto: 'Le port à l’aube',
    reason:
      'La caméra ne bouge presque pas : rien ne permet de mesurer la profondeur. Choisissez une partie où elle bouge, ou le mode rapide.',
    product: 'vecto admin',
    link: 'https://admin.example.com/onboarding/sample',
    event: 'Mot de passe modifié',
    moment: '22/11/2026 14:05',
    address: '192.0.2.10',
    detail: 'Si ce n’était pas vous, changez votre mot de passe et prévenez votre administrateur.',
  },
  panel: {
    preview: 'Aperçu',
    previewText:
      'Tel qu’il est envoyé, avec des valeurs d’exemple. Une langue laissée vide prend le texte intégré.',
    noAction: 'Choisissez une action pour voir son e-mail.',
    subject: 'Objet',
    builtIn: 'Texte intégré',
    builtInSubject: 'Objet intégré',
    message: 'Message (%{language})',
    placeholders: 'Variables',
    placeholdersText:
      'Elles tiennent lieu de ce qui change d’un lecteur à l’autre. Cliquez pour en insérer une à l’endroit du curseur dans le texte que vous modifiez ; une variable peut aussi être l’adresse d’un lien.',
    required: 'indispensable',
    names: {
      firstname: 'Prénom, ou l’adresse s’il n’y en a pas',
      lastname: 'Nom',
      email: 'Adresse du lecteur',
      company: 'Société',
      host: 'Qui invite',
      group: 'Groupe',
      vecto: 'Nom de la vidéo 3D',
      reason: 'Pourquoi elle a échoué',
      link: 'Adresse à ouvrir',
      product: 'Notre nom',
      event: 'Ce qui s’est passé',
      moment: 'Quand c’est arrivé',
      address: 'L’adresse réseau d’où cela vient',
      detail: 'Pourquoi, ou que faire',
    },
    problems: {
      unknown_placeholder: '%{field} : cet e-mail ne connaît pas %{names}.',
      missing_placeholder: '%{field} : il manque %{names} ; sans cela, le lecteur ne peut rien faire.',
      broken_placeholder:
        '%{field} : les accolades de « %{names} » sont incomplètes. Une variable s’écrit {{nom}}, sans mise en forme à l’intérieur.',
      partial_link: '%{field} : l’adresse d’un lien doit être %{names} seul, sans rien avant ni après.',
    },
    content: 'Contenu',
    test: 'M’envoyer un essai',
    testText: 'Part à votre propre adresse, tel que le formulaire est maintenant, enregistré ou non.',
    testLang: 'Langue',
    allLanguages: 'Toutes les langues',
    send: 'Envoyer',
    results: {
      sent: '%{language} : le serveur de messagerie l’a accepté. Regardez votre boîte.',
      waiting: '%{language} : pas encore envoyé. %{reason} Un nouvel essai suivra.',
      outbox: '%{language} : aucun serveur de messagerie n’est configuré, il a donc été conservé.',
      failed: '%{language} : le serveur de messagerie l’a refusé. %{reason}',
    },
    inOutbox: 'Le voir dans la boîte d’envoi',
    outbox: 'Ouvrir la boîte d’envoi',
    reasons: {
      unreachable: 'Le serveur de messagerie est injoignable. Vérifiez SMTP_URL et le réseau.',
      timeout: 'Le serveur de messagerie n’a pas répondu à temps.',
      tls: 'La connexion chiffrée au serveur de messagerie a échoué. Vérifiez son certificat, et smtp ou smtps dans SMTP_URL.',
      auth: 'Le serveur de messagerie a refusé l’utilisateur ou le mot de passe de SMTP_URL.',
      refused: 'Le serveur de messagerie n’accepte pas d’e-mails de cet expéditeur. Vérifiez MAIL_FROM.',
      later: 'Le serveur de messagerie demande de réessayer plus tard.',
      recipient: 'Le serveur de messagerie n’accepte pas d’e-mails pour cette adresse.',
      content: 'Le serveur de messagerie a refusé le message lui-même.',
    },
    said: 'Sa réponse : %{reason}',
    states: {
      waiting: 'Cet e-mail attend d’être envoyé.',
      sending: 'Cet e-mail est en cours d’envoi.',
      sent: 'Le serveur de messagerie a accepté cet e-mail. Son texte n’est pas conservé ici, car il peut contenir une clé.',
      failed: 'Cet e-mail n’a pas été envoyé et ne sera pas réessayé de lui-même.',
      kept: 'Aucun serveur de messagerie n’est configuré : cet e-mail a été conservé ici et dans un fichier sur le serveur. Transmettez son lien à la main, ou configurez SMTP_URL et renvoyez-le.',
    },
    shown: 'Message',
    asText: 'Texte brut',
    links: 'Liens',
    card: {
      title: 'E-mail',
      server: 'Serveur de messagerie',
      none: 'Aucun serveur de messagerie n’est configuré : les e-mails sont conservés dans la boîte d’envoi. Configurez SMTP_URL pour les envoyer.',
      sender: 'Expéditeur',
      waiting: 'En attente',
      failed: 'En échec',
      kept: 'Conservés',
      lastSent: 'Dernier envoi',
      lastFailure: 'Dernier échec',
      never: 'Jamais',
      check: 'Vérifier le serveur de messagerie',
      reachable: 'Le serveur de messagerie répond et accepte l’authentification.',
    },
  },
  preferences: 'Paramètres de notification',
} as const satisfies Translation<typeof english>
