import type { forms as english } from '../en/forms'
import type { Translation } from '../translation'

export const forms = {
  admin: {
    atLeastOne: 'Elija al menos uno.',
    tagsHelp: 'Escriba una etiqueta y pulse Intro, o pegue varias separadas por comas o líneas',
    rich: {
      toolbar: 'Formato del texto',
      filled: 'tiene un texto',
      address: 'Dirección del enlace',
      addressHelp: 'La dirección de una página web, o mailto: seguido de una dirección de correo',
      addressWrong: 'No es la dirección de una página ni de un correo',
      setLink: 'Insertar el enlace',
      removeLink: 'Quitar el enlace',
    },
    stale: {
      title: 'Otra persona ha modificado este registro entretanto',
      text: 'Aún no se ha guardado nada. Elija qué conservar.',
      nothing: 'Sus cambios afectan a otros campos: puede conservar ambos.',
      field: 'Campo',
      theirs: 'La otra versión',
      yours: 'Su versión',
      kept: 'Se conserva la otra',
      takeOne: 'Tomar la otra',
      keepMine: 'Conservar la mía y guardar',
      takeTheirs: 'Tomar la otra en todo',
    },
    secret: {
      title: 'Cópielo ahora',
      text: 'Por seguridad, solo se muestra una vez. Quien lo tenga actúa en su nombre: guárdelo como una contraseña.',
      label: 'Secreto',
      kept: 'Ya lo he guardado',
    },
    draft: {
      text: 'Tiene cambios sin guardar de antes.',
      restore: 'Recuperarlos',
      discard: 'Descartar',
    },
    form: {
      uploading: 'El archivo aún se está enviando.',
      kept: 'No se ha perdido nada de lo escrito: puede volver a guardar.',
      confirmation: '%{field} (confirmación)',
    },
  },
  ra: {
    tiptap: {
      list_bulleted: 'Lista con viñetas',
      list_numbered: 'Lista numerada',
      select_level: 'Elegir el nivel',
      paragraph: 'Normal',
      heading1: 'Título 1',
      heading2: 'Título 2',
      heading3: 'Título 3',
      heading4: 'Título 4',
      heading5: 'Título 5',
      heading6: 'Título 6',
      clear_format: 'Borrar el formato',
      blockquote: 'Cita',
      link: 'Añadir un enlace',
      bold: 'Negrita',
      italic: 'Cursiva',
      underline: 'Subrayado',
      strike: 'Tachado',
      code: 'Código',
    },
  },
} as const satisfies Translation<typeof english>
