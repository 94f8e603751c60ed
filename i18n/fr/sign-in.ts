import type { entrance as english } from '../en/sign-in'
import type { Translation } from '../translation'

const signIn = {
  title: 'Connexion',
  lead: 'Utilisez votre compte professionnel.',
  email: 'E-mail',
  password: 'Mot de passe',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  submit: 'Se connecter',
  submitting: 'Connexion…',
  or: 'ou',
  passkey: 'Se connecter avec une clé d’accès',
  passkeyWaiting: 'Continuez dans la fenêtre de votre navigateur…',
  thirdParty: 'Continuer avec votre organisation',
  thirdPartyWaiting: 'Continuez dans l’autre fenêtre…',
  settingUp: 'Préparation de votre compte…',
  popupBlocked:
    'Votre navigateur a bloqué la fenêtre de connexion. Autorisez les fenêtres de ce site, puis réessayez.',
  otherSignIn: 'Cet e-mail se connecte déjà d’une autre façon. Utilisez celle-ci.',
  emailMissing: 'Saisissez votre e-mail.',
  passwordMissing: 'Saisissez votre mot de passe.',
  userNotFound: 'Utilisateur introuvable',
  wrongPassword: 'Mot de passe incorrect',
  badCredentials: 'E-mail ou mot de passe incorrect',
  tooManyAttempts: 'Trop de tentatives. Réessayez dans %{wait}.',
  seconds: '%{count} s',
  minutes: '%{count} min',
  unreachable:
    'Le serveur est injoignable. Vérifiez votre connexion et, sur un réseau d’invités, sa page de connexion, puis réessayez.',
  failed: 'Une erreur est survenue.',
  ended: 'Votre session a expiré. Connectez-vous pour revenir où vous étiez.',
  noRole: 'Ce compte n’a pas encore de rôle. Adressez-vous à votre administrateur.',
  storageLost:
    'Ce navigateur n’enregistre rien pour ce site : son stockage est bloqué ou plein. Vous pouvez vous connecter, jusqu’à ce que cette page soit rechargée ou fermée.',
  artTitle: 'De tous les angles à toutes les dimensions',
  artText: 'Des vidéos 360° entrent, des vidéos 3D sortent.',
  forgotten: 'Mot de passe oublié ?',
  language: 'Langue',
} as const

const problems = {
  third_party_down:
    'La connexion de votre organisation ne répond pas. Réessayez plus tard, ou utilisez votre e-mail et votre mot de passe.',
  third_party_refused: 'Votre organisation n’a pas confirmé la connexion. Recommencez.',
  email_missing:
    'La connexion de votre organisation n’envoie pas votre e-mail. Son administrateur peut ajouter le champ « email », ou en indiquer un autre sur ce serveur (OIDC_EMAIL_CLAIM).',
  email_unverified:
    'Votre organisation n’a pas vérifié votre e-mail : il ne peut pas être utilisé ici. Adressez-vous à votre administrateur.',
  account_closed: 'Ce compte est fermé. Adressez-vous à votre administrateur.',
  other_account:
    'Votre utilisateur est lié à un autre compte de votre organisation. Demandez à votre administrateur de le dissocier.',
  quota: 'Votre société n’a plus de place libre. Adressez-vous à votre administrateur.',
  user_not_found: 'Utilisateur introuvable. Demandez à votre administrateur de vous inviter.',
  second_factor: 'Saisissez le code de votre application d’authentification.',
  wrong_code: 'Code incorrect. Chaque code ne sert qu’une fois : attendez le suivant.',
  passkey_refused: 'La clé d’accès n’a pas fonctionné. Recommencez, ou utilisez votre mot de passe.',
  passkey_unknown:
    'Cette clé d’accès est inconnue ici. Connectez-vous avec votre mot de passe, puis ajoutez-en une dans votre compte.',
  passkey_impossible:
    'Cet appareil ne peut pas utiliser de clé d’accès ici. Connectez-vous avec votre mot de passe.',
} as const

const factor = {
  title: 'Deuxième étape',
  lead: 'Saisissez les 6 chiffres que votre application d’authentification affiche, ou un code de secours.',
  code: 'Code',
  back: 'Utiliser un autre compte',
} as const

const forgotten = {
  title: 'Mot de passe oublié',
  lead: 'Saisissez l’e-mail avec lequel vous vous connectez : un lien pour choisir un autre mot de passe y sera envoyé.',
  email: 'E-mail',
  submit: 'Réinitialiser mon mot de passe',
  submitting: 'Envoi…',
  back: 'Retour à la connexion',
  missing: 'Saisissez votre e-mail.',
  malformed: 'ce n’est pas une adresse e-mail.',
  sent: 'L’e-mail de réinitialisation a été envoyé à %{email}',
  sentMore: 'S’il existe un compte avec cette adresse, le lien est valable une heure.',
  waiting: 'Le serveur de messagerie ne répond pas pour le moment : l’e-mail partira dès qu’il répondra.',
  outbox:
    'Ce serveur n’envoie pas encore d’e-mails. S’il existe un compte avec l’adresse %{email}, un lien valable une heure attend dans sa boîte d’envoi : demandez-le à la personne qui gère ce serveur.',
  failed: 'Impossible d’envoyer l’e-mail de réinitialisation à « %{email} » : %{reason}',
} as const

export const entrance: Translation<typeof english> = { signIn, problems, factor, forgotten }
