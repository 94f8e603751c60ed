import type { onboarding as english } from '../en/onboarding'
import type { Translation } from '../translation'

export const onboarding = {
  data: 'Une erreur est survenue lors de l’accès aux données, veuillez contacter un administrateur (%{code}).',
  banner:
    'Votre compte s’ouvre en une étape : choisissez un mot de passe, lisez les conditions, et vous y êtes.',
  closeBanner: 'Ne plus afficher ce message',
  invite: {
    title: 'Bienvenue',
    lead: 'Votre compte est presque prêt.',
    submit: 'Ouvrir mon compte',
    busy: 'Ouverture de votre compte…',
  },
  reset: {
    title: 'Nouveau mot de passe',
    lead: 'Choisissez le mot de passe avec lequel vous vous connecterez désormais. Vous serez déconnecté partout ailleurs.',
    submit: 'Changer mon mot de passe',
    busy: 'Changement de votre mot de passe…',
    done: 'Votre mot de passe a été changé. Connectez-vous avec lui et votre second facteur.',
    removePasskeys: 'Supprimer aussi mes clés d’accès (%{count})',
    passkeysHelp:
      'Les clés d’accès ouvrent votre compte sans le mot de passe. Supprimez-les si un appareil est perdu ou si quelqu’un d’autre a utilisé votre compte.',
    secondFactorStays:
      'Votre second facteur reste actif. Si vous l’avez perdu, demandez à votre administrateur de le désactiver.',
  },
  group: {
    title: 'Rejoindre un groupe',
    lead: '%{host} vous invite à rejoindre le groupe « %{group} » de %{company}.',
    submit: 'Rejoindre le groupe',
    busy: 'Vous rejoignez le groupe…',
    done: 'Vous êtes maintenant invité du groupe « %{group} ».',
    known: 'Connectez-vous pour y travailler.',
    unknown:
      'Aucun compte n’existe encore pour votre adresse e-mail. Le groupe vous attendra dès que vous en aurez un.',
  },
  email: 'E-mail',
  emailHelp: 'L’adresse à laquelle le lien a été envoyé.',
  company: 'Société',
  firstname: 'Prénom',
  lastname: 'Nom',
  password: 'Mot de passe',
  confirmation: 'Mot de passe (confirmation)',
  passwordHelp: 'Au moins 6 caractères.',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  agree: 'J’ai lu et j’accepte les conditions d’utilisation',
  terms: 'Conditions d’utilisation (version 1)',
  termsText: {
    one: 'Votre compte est à vous seul. Gardez votre mot de passe pour vous et ne laissez personne d’autre utiliser votre compte.',
    two: 'N’envoyez que des vidéos, images et documents que vous avez le droit d’utiliser. Ils restent à vous ou à votre société.',
    three:
      'Pour que le service fonctionne et que vos administrateurs voient qui a fait quoi, il conserve votre nom, votre e-mail, votre langue, vos connexions et les changements que vous faites.',
    four: 'Vos administrateurs peuvent modifier, suspendre ou supprimer votre compte. Demandez-leur à voir, corriger ou effacer ce qui est conservé à votre sujet.',
  },
  problems: {
    mismatch: 'Les mots de passe diffèrent',
    passwordMissing: 'Choisissez un mot de passe.',
    passwordShort: 'Le mot de passe doit avoir au moins 6 caractères.',
    passwordLong: 'Le mot de passe est trop long : 200 caractères au plus.',
    confirmationMissing: 'Saisissez le mot de passe une seconde fois.',
    emailMissing: 'Saisissez votre e-mail.',
    firstnameMissing: 'Saisissez votre prénom.',
    lastnameMissing: 'Saisissez votre nom.',
    termsMissing: 'Acceptez les conditions d’utilisation pour continuer.',
    tooManyAttempts: 'Trop de tentatives. Attendez %{minutes} min, puis réessayez.',
    unreachable:
      'Le serveur est injoignable. Vérifiez votre connexion et, sur un réseau invité, sa page de connexion, puis réessayez.',
    failed: 'Une erreur est survenue. Réessayez ; si elle se répète, prévenez votre administrateur.',
  },
  failures: {
    OB1: 'Le lien est incomplet. Ouvrez-le de nouveau depuis l’e-mail, ou copiez-le en entier.',
    OB2: 'Le lien n’est plus valable : il a servi, a été remplacé par un plus récent, ou est trop ancien.',
    OB3: 'Le lien ne permet pas de vous connecter.',
    OB4: 'Le compte ou l’invitation de ce lien n’existe plus.',
    OB5: 'Le compte n’a pas pu être enregistré.',
    OB6: 'Le mot de passe a été refusé.',
  },
  reasons: {
    active: 'Votre compte est déjà ouvert : connectez-vous avec votre mot de passe.',
    disabled: 'Votre compte est désactivé : adressez-vous à votre administrateur.',
    pending: 'Votre compte n’est pas encore ouvert : utilisez le lien de votre invitation.',
    no_role: 'Votre compte n’a pas encore de rôle : adressez-vous à votre administrateur.',
    quota:
      'Votre société n’a plus de place libre. Adressez-vous à votre administrateur, puis rouvrez le lien : il reste valable.',
    names: 'Saisissez votre prénom et votre nom, de 80 caractères au plus chacun.',
    terms: 'Acceptez les conditions d’utilisation pour continuer.',
  },
  next: {
    invite: 'Demandez à la personne qui vous a invité de renvoyer l’invitation.',
    reset: 'Demandez un autre lien pour choisir un mot de passe.',
    group: 'Demandez à la personne qui vous a invité de vous inviter de nouveau.',
    forgot: 'M’envoyer un autre lien',
    signIn: 'Aller à la connexion',
    home: 'Aller à l’accueil',
    again: 'Réessayer',
  },
  signedIn: {
    title: 'Quelqu’un est connecté ici',
    text: 'Pour utiliser ce lien, déconnectez-vous du compte ouvert dans ce navigateur.',
    signOut: 'Me déconnecter et continuer',
    stay: 'Rester connecté',
  },
  artTitle: 'De tous les angles à toutes les dimensions',
  artText: 'Des vidéos 360° aux vidéos 3D.',
} as const satisfies Translation<typeof english>
