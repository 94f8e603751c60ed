import type { medias as english } from '../en/medias'
import type { Translation } from '../translation'

export const medias = {
  resources: {
    medias: {
      empty: 'Los medios son las imágenes, documentos y otros archivos que usan los entornos.',
      name: 'Medio |||| Medios',
      notifications: {
        created: 'Medio añadido',
        updated: 'Medio guardado',
        deleted: 'Medio eliminado',
      },
      fields: {
        file: 'Archivo',
        name: 'Nombre',
        company: 'Empresa',
        specialUsage: 'Uso especial',
        tags: 'Etiquetas',
        contentType: 'Tipo de contenido',
        checksum: 'Suma de comprobación',
        thumbProblem: 'Sin miniatura',
        size: 'Tamaño',
        createdBy: 'Creado por',
        versions: 'Versiones',
        shares: 'Compartidos',
        status: 'Estado',
        deletableAt: 'Fecha de eliminación',
        thumbRef256: 'Imagen',
        thumbRef128: 'Imagen',
        filethumb: 'Imagen del archivo',
        createdAt: 'Creado',
        updatedAt: 'Modificado',
      },
      choices: {
        thumbProblem: {
          unsupported:
            'Este servidor no sabe descodificar el formato de la imagen, como HEIC. Envíela en JPEG o PNG para verla en las listas.',
          unreadable: 'La imagen está dañada. Expórtela de nuevo.',
          too_large: 'La imagen requiere demasiada memoria o tiempo. Envíela con menos píxeles.',
        },
        specialUsage: {
          generic: 'Genérico',
          templateMedia: 'Medio de plantilla',
          icon: 'Icono',
          preview: 'Vista previa',
          overlayIcon: 'Icono superpuesto',
        },
        status: {
          pending: 'Pendiente',
          completed: 'Completado',
          deletable: 'Pendiente de eliminación',
        },
      },
      tabs: {
        details: 'Detalles',
        events: 'Eventos',
        completed: 'Completados',
        grid: 'Cuadrícula',
        pending: 'Pendientes',
        deletable: 'Por eliminar',
        shares: 'Compartidos',
      },
      actions: {
        restore: 'Restaurar',
        regenerate: 'Regenerar la miniatura',
      },
      confirm: {
        restore: 'El medio ya no se eliminará. ¿Restaurarlo?',
      },
      done: {
        restore: 'Medio restaurado',
        regenerate: 'La miniatura se está regenerando',
      },
      createTitle: 'Nuevo medio',
      createRefused: 'Solo root, los socios y los administradores pueden crear medios.',
      fromFile: 'Se rellena a partir del archivo',
      bulk: {
        tag: 'Añadir etiquetas',
        untag: 'Quitar etiquetas',
      },
    },
  },
} as const satisfies Translation<typeof english>
