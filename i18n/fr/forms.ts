import type { forms as english } from '../en/forms'
import type { Translation } from '../translation'

export const forms = {
  admin: {
    atLeastOne: 'Choisissez-en au moins un.',
    tagsHelp:
      'Saisissez une étiquette, puis appuyez sur Entrée ; ou collez-en plusieurs, séparées par des virgules ou des lignes',
    rich: {
      toolbar: 'Mise en forme du texte',
      filled: 'a un texte',
      address: 'Adresse du lien',
      addressHelp: 'L’adresse d’une page web, ou mailto: suivi d’une adresse e-mail',
      addressWrong: 'Ce n’est pas l’adresse d’une page ou d’un e-mail',
      setLink: 'Insérer le lien',
      removeLink: 'Retirer le lien',
    },
    stale: {
      title: 'Quelqu’un d’autre a modifié cet enregistrement entre-temps',
      text: 'Rien n’a encore été enregistré. Choisissez ce qu’il faut garder.',
      nothing: 'Vos modifications portent sur d’autres champs : vous pouvez garder les deux.',
      field: 'Champ',
      theirs: 'L’autre version',
      yours: 'Votre version',
      kept: 'L’autre est gardée',
      takeOne: 'Prendre l’autre',
      keepMine: 'Garder la mienne et enregistrer',
      takeTheirs: 'Prendre l’autre partout',
    },
    secret: {
      title: 'Copiez-le maintenant',
      text: 'Par sécurité, il n’est affiché qu’une fois. Qui le détient agit en votre nom : conservez-le comme un mot de passe.',
      label: 'Secret',
      kept: 'Je l’ai conservé',
    },
    draft: {
      text: 'Vous avez des modifications non enregistrées.',
      restore: 'Les reprendre',
      discard: 'Abandonner',
    },
    form: {
      uploading: 'Le fichier est en cours d’envoi.',
      kept: 'Rien de votre saisie n’est perdu : vous pouvez enregistrer à nouveau.',
      confirmation: '%{field} (confirmation)',
    },
  },
  ra: {
    tiptap: {
      list_bulleted: 'Liste à puces',
      list_numbered: 'Liste numérotée',
      select_level: 'Choisir le niveau',
      paragraph: 'Normal',
      heading1: 'Titre 1',
      heading2: 'Titre 2',
      heading3: 'Titre 3',
      heading4: 'Titre 4',
      heading5: 'Titre 5',
      heading6: 'Titre 6',
      clear_format: 'Effacer la mise en forme',
      blockquote: 'Citation',
      link: 'Ajouter un lien',
      bold: 'Gras',
      italic: 'Italique',
      underline: 'Souligné',
      strike: 'Barré',
      code: 'Code',
    },
  },
} as const satisfies Translation<typeof english>
