import type { bulk as english } from '../en/bulk'
import type { Translation } from '../translation'

export const bulk = {
  admin: {
    bulk: {
      hidden: 'dont %{count} n’est pas affiché ici |||| dont %{count} ne sont pas affichés ici',
      toolbar: 'Lignes sélectionnées',
      chosen: '%{count} sélectionnée |||| %{count} sélectionnées',
      all: 'Tout sélectionner (%{count})',
      most: 'Les %{count} premières sont sélectionnées, le maximum en une fois. Modifiez-les, puis sélectionnez les suivantes.',
      title: '%{action} : éléments sélectionnés',
      check: 'Vérifier à nouveau',
      again: 'Réessayer',
      progress: 'Progression',
      handled: '%{done} sur %{total}',
      pace: '%{speed} par seconde, encore %{left}',
      cancelled: 'Arrêté avant la fin. Ce qui n’a pas été traité reste sélectionné.',
      checking: 'Vérification… Rien n’est encore modifié.',
      willChange: '%{count} élément sera modifié. |||| %{count} éléments seront modifiés.',
      willLeave: '%{count} restera inchangé : |||| %{count} resteront inchangés :',
      running: '%{count} modifié jusqu’ici |||| %{count} modifiés jusqu’ici',
      leaves: '%{count} reste inchangé : |||| %{count} restent inchangés :',
      changed: '%{count} élément a été modifié. |||| %{count} éléments ont été modifiés.',
      hasLeft: '%{count} est resté inchangé : |||| %{count} sont restés inchangés :',
      undoing: 'Annulation : %{count} jusqu’ici |||| Annulation : %{count} jusqu’ici',
      undone:
        '%{count} élément est revenu à son état précédent. |||| %{count} éléments sont revenus à leur état précédent.',
      export: 'Exporter la sélection (%{count})',
      undo: 'Revenir en arrière',
      delete: {
        willChange: '%{count} élément sera supprimé. |||| %{count} éléments seront supprimés.',
        running: '%{count} supprimé jusqu’ici |||| %{count} supprimés jusqu’ici',
        changed: '%{count} élément a été supprimé. |||| %{count} éléments ont été supprimés.',
      },
      restore: {
        willChange: '%{count} élément sera restauré. |||| %{count} éléments seront restaurés.',
        running: '%{count} restauré jusqu’ici |||| %{count} restaurés jusqu’ici',
        changed: '%{count} élément a été restauré. |||| %{count} éléments ont été restaurés.',
      },
      retry: {
        willChange:
          '%{count} élément sera traité à nouveau. |||| %{count} éléments seront traités à nouveau.',
        running: '%{count} remis en traitement jusqu’ici |||| %{count} remis en traitement jusqu’ici',
        changed:
          '%{count} élément est de nouveau en traitement. |||| %{count} éléments sont de nouveau en traitement.',
      },
      continue: 'Continuer',
      inParts:
        'Vérification faite par lots de %{count}. Une limite qui porte sur l’ensemble (places, minutes, e-mails, dernier administrateur) peut en laisser davantage inchangés.',
      resend: {
        willChange: '%{count} invitation sera renvoyée. |||| %{count} invitations seront renvoyées.',
        running: '%{count} renvoyée jusqu’ici |||| %{count} renvoyées jusqu’ici',
        changed: '%{count} invitation a été renvoyée. |||| %{count} invitations ont été renvoyées.',
      },
    },
  },
} as const satisfies Translation<typeof english>
