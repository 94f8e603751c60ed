import type { trash as english } from '../en/trash'
import type { Translation } from '../translation'

export const trash = {
  resources: {
    trash: {
      empty: 'Los elementos eliminados permanecen aquí hasta que se restauran o se eliminan definitivamente.',
      name: 'Registro eliminado |||| Papelera',
      notifications: {
        deleted: 'Eliminado definitivamente',
      },
      fields: {
        label: 'Nombre',
        type: 'Tipo',
        object: 'Registro',
        company: 'Empresa',
        user: 'Propietario',
        by: 'Eliminado por',
        purgeAt: 'Se elimina definitivamente el',
        content: 'Contenido',
        createdAt: 'Eliminado el',
        updatedAt: 'Modificado',
      },
      actions: {
        restore: 'Restaurar',
      },
      elsewhere: {
        button: 'Otros elementos eliminados',
        versions: 'Las versiones por eliminar están en la página de su entorno.',
      },
      choices: {
        type: {
          companies: 'Empresa',
          groups: 'Grupo',
          guests: 'Invitado',
          users: 'Usuario',
          videos: 'Vídeo 360',
          vectos: 'Vídeo 3D',
          downloads: 'Descarga',
          templates: 'Plantilla de correo',
          webhooks: 'Webhook',
          views: 'Vista guardada',
        },
      },
      deleteTitle: '¿Eliminar «%{name}» definitivamente?',
      done: {
        restore: 'Se ha restaurado el registro',
      },
    },
  },
  admin: {
    trash: {
      kept: 'Permanecerá %{smart_count} día en la papelera y podrá restaurarse hasta entonces. |||| Permanecerá %{smart_count} días en la papelera y podrá restaurarse hasta entonces.',
      undo: 'Deshacer',
      undone: 'Restaurado',
    },
  },
} as const satisfies Translation<typeof english>
