import type { setup as english } from '../en/setup'
import type { Translation } from '../translation'

export const setup: Translation<typeof english> = {
  title: 'Mettre en service la plateforme',
  lead: 'Personne n’a encore de compte ici. Créez le premier : il peut tout faire, et inviter les autres.',
  code: 'Code d’installation',
  codeHelp: 'Le serveur l’affiche à son démarrage, dans son terminal ou son journal.',
  company: 'Votre société',
  companyHelp: 'Le fournisseur de cette plateforme. Vous pourrez changer son nom.',
  lang: 'Langue de votre compte',
  submit: 'Créer mon compte',
  busy: 'Création de votre compte…',
  codeMissing: 'Saisissez le code d’installation.',
  companyMissing: 'Saisissez le nom de votre société.',
  companyLong: 'Le nom est trop long : 120 caractères au plus.',
  emailWrong: 'Ce n’est pas une adresse e-mail.',
  nameLong: 'Le nom est trop long : 80 caractères au plus.',
  done: 'Cette plateforme est déjà en service.',
  doneText: 'Connectez-vous avec votre compte, ou demandez une invitation à un utilisateur root.',
  signIn: 'Aller à la connexion',
  problems: {
    set_up:
      'Cette plateforme vient d’être mise en service. Connectez-vous, ou demandez une invitation à son utilisateur root.',
    setup_code:
      'Ce n’est pas le code d’installation, ou il a expiré. Redémarrez le serveur : il en affiche un autre.',
  },
}
