import type { downloads as english } from '../en/downloads'
import type { Translation } from '../translation'

export const downloads = {
  resources: {
    downloads: {
      empty: 'Las descargas son los instaladores que los usuarios encuentran en su inicio, en su idioma.',
      name: 'Descarga |||| Descargas',
      notifications: {
        created: 'Descarga añadida',
        updated: 'Descarga guardada',
        deleted: 'Descarga eliminada',
      },
      fields: {
        name: 'Nombre',
        version: 'Versión',
        notes: 'Notas',
        file: 'Instalador',
        lang: 'Idioma',
        accessible: 'Accesible',
        downloadCount: 'Descargas',
        downloadLast: 'Última descarga',
        status: 'Estado',
        createdAt: 'Creado',
        updatedAt: 'Modificado',
      },
      choices: {
        lang: {
          en: 'Inglés',
          fr: 'Francés',
          es: 'Español',
        },
        status: {
          active: 'Activo',
          disabled: 'Desactivado',
        },
      },
      tabs: {
        details: 'Detalles',
        events: 'Eventos',
      },
      createTitle: 'Nueva descarga',
    },
  },
} as const satisfies Translation<typeof english>
