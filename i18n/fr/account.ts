import type { account as english } from '../en/account'
import type { Translation } from '../translation'

export const account = {
  factor: 'Second facteur',
  factorOff:
    'Votre mot de passe suffit pour vous connecter. Avec un second facteur, un code de votre téléphone est aussi demandé : qui apprend votre mot de passe n’entre pas pour autant.',
  factorOn:
    'Actif depuis le %{date}. Un code de votre application d’authentification est demandé quand vous vous connectez avec votre mot de passe.',
  factorNone:
    'Vous vous connectez par votre organisation, sans mot de passe ici. C’est elle qui décide de ce qui est demandé.',
  codesLeft: '%{smart_count} code de secours restant |||| %{smart_count} codes de secours restants',
  codesFew:
    'Plus que %{smart_count} code de secours : créez-en de nouveaux. |||| Plus que %{smart_count} codes de secours : créez-en de nouveaux.',
  switchOn: 'Activer',
  switchOff: 'Désactiver',
  switchOffText: 'Votre mot de passe suffira de nouveau. Les codes de secours ne serviront plus.',
  newCodes: 'Nouveaux codes de secours',
  newCodesText: 'Les codes que vous avez ne serviront plus.',
  switchOnText: 'Il vous faut une application d’authentification sur votre téléphone.',
  password: 'Mot de passe actuel',
  continue: 'Continuer',
  scanTitle: 'Reliez votre application d’authentification',
  scan: 'Scannez cette image avec l’application, ou saisissez-y la clé.',
  picture: 'Code QR pour l’application d’authentification',
  key: 'Clé',
  code: 'Code que montre l’application',
  codeWrong:
    'Ce n’est pas le code que montre l’application. Vérifiez l’heure de votre téléphone, puis essayez le code suivant.',
  codesTitle: 'Vos codes de secours',
  codesText:
    'Ils ne sont montrés que cette fois. Gardez-les ailleurs que sur votre téléphone : chacun remplace une fois un code de l’application.',
  download: 'Télécharger',
  print: 'Imprimer',
  kept: 'Je les ai gardés',
  file: 'codes-de-secours.txt',
  isOn: 'Le second facteur est actif',
  isOff: 'Le second facteur est désactivé',
  sessions: 'Où vous êtes connecté',
  sessionsText: 'Si l’une de ces connexions vous est inconnue, fermez-la et changez de mot de passe.',
  thisOne: 'Cet appareil',
  device: '%{name} sur %{platform}',
  unknownDevice: 'Appareil inconnu',
  since: 'Connexion : %{since} · dernière utilisation : %{used}',
  end: 'Déconnecter',
  endOf: 'Déconnecter : %{device}',
  endText: 'Ce qui s’y fait, envois compris, s’arrête aussitôt.',
  endAll: 'Déconnecter partout ailleurs',
  ended: 'Déconnecté',
  endedAll: 'Déconnecté partout ailleurs',
  passkeys: 'Clés d’accès',
  passkeysText:
    'Connectez-vous avec l’empreinte, le visage ou le code PIN de votre appareil au lieu du mot de passe et du code. Une clé d’accès ne sert qu’à cette adresse : elle résiste à l’hameçonnage.',
  passkeysNone:
    'Vous vous connectez par votre organisation, sans mot de passe ici. C’est elle qui décide de ce qui est demandé.',
  passkeysUnsupported:
    'Les clés d’accès ne fonctionnent pas dans ce navigateur à cette adresse. Ouvrez le panneau par son nom d’hôte, en https, dans un navigateur à jour.',
  addPasskey: 'Ajouter une clé d’accès',
  addPasskeyText:
    'D’abord votre mot de passe, puis la fenêtre de votre navigateur demande où garder la clé d’accès.',
  removePasskey: 'Retirer une clé d’accès',
  removePasskeyText: 'Elle ne vous connectera plus. Toutes vos autres sessions sont déconnectées.',
  remove: 'Retirer',
  removeOf: 'Retirer : %{device}',
  passkeySynced: 'Synchronisée',
  passkeySince: 'Ajout : %{since}',
  passkeyUsed: 'dernière utilisation : %{used}',
  passkeyUnused: 'pas encore utilisée',
  passkeyAdded: 'La clé d’accès a été ajoutée',
  passkeyRemoved: 'La clé d’accès a été retirée',
  passkeyClosed:
    'Aucune clé d’accès n’a été créée : la fenêtre du navigateur a été fermée ou a attendu trop longtemps. Réessayez.',
  passkeyKnown:
    'Cet appareil garde déjà une clé d’accès de votre compte. Utilisez-la ou ajoutez-en une sur un autre appareil.',
  passkeyImpossible:
    'Cet appareil ne peut pas garder de clés d’accès. Utilisez un autre appareil ou une clé de sécurité avec code PIN.',
} as const satisfies Translation<typeof english>
