import type { actions as english } from '../en/actions'
import type { Translation } from '../translation'

export const actions = {
  admin: {
    done: 'Terminé',
    confirm: 'Confirmez-vous ?',
    outranked: 'Le rôle de cet utilisateur est supérieur au vôtre',
    createRefused: 'Votre rôle ne le permet pas.',
    log: {
      open: 'Journal',
      title: 'Journal de %{name}',
      none: 'Il n’y a pas encore de journal.',
      written: 'Écrit le %{date}',
    },
    uses: {
      title: 'Utilisé par',
      blocks: 'Suppression impossible tant que l’élément est utilisé par :',
      deleted: 'Supprimés avec lui :',
      more: 'et %{smart_count} autre |||| et %{smart_count} autres',
      named: '%{count} %{kind} : ',
    },
    delete: {
      title: 'Supprimer « %{name} » ?',
      text: 'Vous êtes sur le point de supprimer définitivement cet enregistrement',
      delayed:
        'Cet enregistrement sera supprimé dans %{smart_count} jour. D’ici là, il peut être restauré. |||| Cet enregistrement sera supprimé dans %{smart_count} jours. D’ici là, il peut être restauré.',
      nextCleanUp:
        'Cet enregistrement sera supprimé définitivement au prochain nettoyage. D’ici là, il peut être restauré.',
      delay: 'Délai en jours',
      delayHelp: '0 : au prochain nettoyage.',
      delayWrong: 'Un nombre entier de jours, 0 ou plus',
      failed: '%{reason}',
    },
    copy: {
      do: 'Copier',
      of: 'Copier %{name}',
      done: 'Copié',
      failed: 'Votre navigateur a refusé la copie : sélectionnez à la main',
    },
  },
} as const satisfies Translation<typeof english>
