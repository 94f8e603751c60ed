import type { bulk as english } from '../en/bulk'
import type { Translation } from '../translation'

export const bulk = {
  admin: {
    bulk: {
      hidden: '%{count} de ellos no se muestra aquí |||| %{count} de ellos no se muestran aquí',
      toolbar: 'Filas seleccionadas',
      chosen: '%{count} seleccionada |||| %{count} seleccionadas',
      all: 'Seleccionar todas (%{count})',
      most: 'Se han seleccionado las primeras %{count}, el máximo de una vez. Modifíquelas y seleccione después las siguientes.',
      title: '%{action}: elementos seleccionados',
      check: 'Comprobar de nuevo',
      again: 'Reintentar',
      progress: 'Progreso',
      handled: '%{done} de %{total}',
      pace: '%{speed} por segundo, quedan %{left}',
      cancelled: 'Se detuvo antes de terminar. Lo que quedó sin tratar sigue seleccionado.',
      checking: 'Comprobando… Todavía no se ha modificado nada.',
      willChange: 'Se modificará %{count} elemento. |||| Se modificarán %{count} elementos.',
      willLeave: '%{count} quedará sin cambios: |||| %{count} quedarán sin cambios:',
      running: '%{count} modificado hasta ahora |||| %{count} modificados hasta ahora',
      leaves: '%{count} queda sin cambios: |||| %{count} quedan sin cambios:',
      changed: 'Se modificó %{count} elemento. |||| Se modificaron %{count} elementos.',
      hasLeft: '%{count} quedó sin cambios: |||| %{count} quedaron sin cambios:',
      undoing: 'Deshaciendo: %{count} hasta ahora |||| Deshaciendo: %{count} hasta ahora',
      undone:
        '%{count} elemento ha vuelto a su estado anterior. |||| %{count} elementos han vuelto a su estado anterior.',
      export: 'Exportar la selección (%{count})',
      undo: 'Deshacer',
      delete: {
        willChange: 'Se eliminará %{count} elemento. |||| Se eliminarán %{count} elementos.',
        running: '%{count} eliminado hasta ahora |||| %{count} eliminados hasta ahora',
        changed: 'Se eliminó %{count} elemento. |||| Se eliminaron %{count} elementos.',
      },
      restore: {
        willChange: 'Se restaurará %{count} elemento. |||| Se restaurarán %{count} elementos.',
        running: '%{count} restaurado hasta ahora |||| %{count} restaurados hasta ahora',
        changed: 'Se restauró %{count} elemento. |||| Se restauraron %{count} elementos.',
      },
      retry: {
        willChange:
          'Se volverá a procesar %{count} elemento. |||| Se volverán a procesar %{count} elementos.',
        running: '%{count} enviado de nuevo hasta ahora |||| %{count} enviados de nuevo hasta ahora',
        changed:
          '%{count} elemento se está procesando de nuevo. |||| %{count} elementos se están procesando de nuevo.',
      },
      continue: 'Continuar',
      inParts:
        'Comprobado en bloques de %{count}. Un límite que cuenta todos juntos (plazas, minutos, correos, último administrador) puede dejar más sin cambios.',
      resend: {
        willChange: 'Se reenviará %{count} invitación. |||| Se reenviarán %{count} invitaciones.',
        running: '%{count} reenviada hasta ahora |||| %{count} reenviadas hasta ahora',
        changed: 'Se reenvió %{count} invitación. |||| Se reenviaron %{count} invitaciones.',
      },
    },
  },
} as const satisfies Translation<typeof english>
