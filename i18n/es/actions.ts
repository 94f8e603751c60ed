import type { actions as english } from '../en/actions'
import type { Translation } from '../translation'

export const actions = {
  admin: {
    done: 'Hecho',
    confirm: '¿Está seguro?',
    outranked: 'El rol de este usuario es superior al suyo',
    createRefused: 'Su rol no lo permite.',
    log: {
      open: 'Registro',
      title: 'Registro de %{name}',
      none: 'Todavía no hay registro.',
      written: 'Escrito el %{date}',
    },
    uses: {
      title: 'Utilizado por',
      blocks: 'No se puede eliminar mientras lo utilicen:',
      deleted: 'Se eliminan con él:',
      more: 'y %{smart_count} más |||| y %{smart_count} más',
      named: '%{count} %{kind}: ',
    },
    delete: {
      title: '¿Eliminar «%{name}»?',
      text: 'Está a punto de eliminar este registro de forma permanente',
      delayed:
        'Este registro se eliminará en %{smart_count} día. Hasta entonces se puede restaurar. |||| Este registro se eliminará en %{smart_count} días. Hasta entonces se puede restaurar.',
      nextCleanUp:
        'Este registro se eliminará definitivamente en la próxima limpieza. Hasta entonces se puede restaurar.',
      delay: 'Plazo en días',
      delayHelp: '0: en la próxima limpieza.',
      delayWrong: 'Un número entero de días, 0 o más',
      failed: '%{reason}',
    },
    copy: {
      do: 'Copiar',
      of: 'Copiar %{name}',
      done: 'Copiado',
      failed: 'El navegador no ha permitido copiar: selecciónelo a mano',
    },
  },
} as const satisfies Translation<typeof english>
