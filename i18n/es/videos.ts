import type { videos as english } from '../en/videos'
import type { Translation } from '../translation'

export const videos = {
  resources: {
    videos: {
      empty:
        'Un vídeo 360 es el origen de los vídeos 3D. Suba un archivo mp4, o los dos archivos de una cámara.',
      name: 'Vídeo 360 |||| Vídeos 360',
      notifications: {
        created: 'Vídeo 360 añadido',
        updated: 'Vídeo 360 guardado',
        deleted: 'Vídeo 360 eliminado',
      },
      sections: {
        video: {
          title: 'Vídeo',
          text: 'El nombre con el que aparece en la lista y la empresa a la que pertenece.',
        },
        camera: {
          title: 'Grabación',
          text: 'Los dos archivos que grabó la cámara, uno por objetivo, o un archivo que contiene ambos.',
        },
        quality: {
          title: 'Calidad',
          text: 'Las imágenes más grandes tardan más y se ven más nítidas en un visor.',
        },
        after: {
          title: 'Cuando el vídeo esté creado',
          text: 'Si se eliminan los archivos de cámara, y objetivos distintos de los habituales.',
        },
      },
      fields: {
        name: 'Nombre',
        company: 'Empresa',
        file: 'Archivo',
        width: 'Anchura (px)',
        height: 'Altura (px)',
        duration: 'Duración',
        size: 'Tamaño',
        pending: 'Pendiente',
        lowFile: 'Vídeo',
        insv1: 'Primer archivo de cámara',
        insv2: 'Segundo archivo de cámara',
        deleteInsv: 'Eliminar los archivos de cámara',
        createdBy: 'Creado por',
        createdAt: 'Creado',
        updatedAt: 'Modificado',
        framerate: 'Imágenes por segundo',
        codec: 'Códec',
        equirectangular: 'Imagen 360° (2:1)',
        spherical: 'Marcado como esférico',
        shape: 'Muestra',
        sound: 'Sonido',
        status: 'Estado',
        progress: 'Progreso',
        reason: 'Motivo',
        reasonCode: 'Código del motivo',
        poster: 'Imagen',
        sprite: 'Imágenes de la línea de tiempo',
        timeline: 'Línea de tiempo',
        file5K: 'Archivo 5K',
        resolution: 'Resolución',
        bitrate: 'Tasa de bits (Mbit/s)',
        course: 'Recorrido',
        generate5K: 'Crear también una versión 5K (5760x2880)',
        lenses: 'Objetivos',
        preflight: 'Control 3D',
        autoVecto: 'Vídeo 3D',
      },
      tabs: {
        grid: 'Cuadrícula',
        details: 'Detalles',
        scenes: 'Vídeos 3D',
        events: 'Eventos',
        completed: 'Completados',
        pending: 'Pendientes',
      },
      createTitle: 'Nuevo vídeo 360',
      createRefused: 'Su rol no permite crear vídeos 360.',
      choices: {
        shape: {
          sphere: 'Una esfera entera',
          half_sphere: 'Media esfera (180°)',
          stereo_sphere: 'Una esfera en 3D',
          partial_sphere: 'Una parte de una esfera',
          cube_map: 'Un cube map',
          mesh: 'Una proyección propia',
          fisheye: 'Un círculo ojo de pez',
          two_fisheyes: 'Dos círculos ojo de pez',
          flat: 'Ninguna esfera',
        },
        sound: {
          kept: 'Conservado',
          none: 'El archivo no tiene',
          dropped: 'Omitido: no se puede descodificar. Exporte el vídeo con sonido AAC para conservarlo.',
        },
        status: {
          pending: 'En espera',
          converting: 'Convirtiendo',
          completed: 'Completado',
          ko: 'Fallido',
          timeout: 'Tiempo agotado',
        },
        resolution: {
          '3840x1920': '3840 × 1920',
          '5760x2880': '5760 × 2880',
        },
      },
      actions: {
        retry: 'Reintentar',
        cancel: 'Detener',
      },
      confirm: {
        cancel: 'Lo ya hecho podrá servir para otro intento. ¿Detener?',
      },
      done: {
        retry: 'El proceso continúa donde falló',
        cancel: 'Se está deteniendo',
      },
      add: 'Añadir un vídeo',
      ways: {
        upload: {
          title: 'Subir un vídeo 360°',
          text: 'Para un archivo mp4 que ya es un vídeo 360°. Usted le da nombre y elige su empresa.',
        },
        job: {
          text: 'Para los archivos .insv o .mp4 de una cámara con dos lentes: se unen en un vídeo 360°.',
        },
        several: {
          title: 'Subir varios archivos',
          text: 'Para varios archivos a la vez, de ambos tipos, o una tarjeta de cámara entera. También se pueden soltar sobre la lista.',
        },
      },
      jobButton: 'Unir archivos de cámara',
      preflight: {
        title: 'Aptitud para 3D',
        states: {
          good: 'Bien',
          weak: 'Será regular',
          bad: 'Será deficiente',
          unknown: 'Desconocido',
        },
        ratio: {
          name: 'Imagen:',
          good: 'el doble de ancha que de alta, como una esfera entera.',
          bad: 'no es el doble de ancha que de alta, así que no se puede crear ningún vídeo 3D. Una primero el vídeo y envíelo de nuevo.',
          unknown: 'aún sin examinar.',
        },
        resolution: {
          name: 'Resolución:',
          good: '%{size}, nítida en unas gafas de realidad virtual.',
          weak: '%{size}, algo borrosa en unas gafas de realidad virtual. Exporte el vídeo a 3840 × 1920 o más.',
          bad: '%{size}, borrosa en unas gafas de realidad virtual. Exporte el vídeo a 3840 × 1920 o más.',
          unknown: 'aún sin examinar.',
        },
        light: {
          name: 'Luz:',
          good: 'suficiente.',
          weak: 'escasa en el %{dark} de los puntos comprobados. Elija una parte más clara.',
          bad: 'escasa en el %{dark} de los puntos comprobados: se podrá medir poca profundidad. Grabe con más luz o elija una parte más clara.',
          unknown: 'no se pudo comprobar en este vídeo.',
        },
        motion: {
          name: 'Movimiento de la cámara:',
          good: 'revela la profundidad en el %{share} de la imagen.',
          unknown: 'no se pudo comprobar en este vídeo.',
          assumed: 'no se pudo comprobar en este vídeo.',
          still:
            'la cámara apenas se mueve y la profundidad solo se aprecia en el %{share} de la imagen. Elija una parte en la que avance.',
          carried:
            'un vehículo o personas se mueven con la cámara y la profundidad solo se aprecia en el %{share} de la imagen. Elija una parte en la que se vea el suelo a su alrededor.',
          plain:
            'hay muy pocas referencias y la profundidad solo se aprecia en el %{share} de la imagen. Elija una parte más clara y con más detalle.',
          unclear:
            'la profundidad solo se aprecia en el %{share} de la imagen. Elija una parte en la que la cámara se mueva de forma constante, al paso.',
        },
      },
      files: {
        label: 'Archivos de cámara',
        drop: 'Suelte aquí los archivos de cámara de una toma, .insv o .mp4: uno por lente, o uno con las dos, o',
        dropSecond: 'Suelte aquí el segundo archivo o',
        waiting: '%{name} contiene un solo objetivo: añada el archivo del otro.',
        whole: 'Contiene las dos lentes: enviarlo solo',
        too_many: 'Hacen falta exactamente dos archivos: el del objetivo delantero y el del trasero.',
        both_lenses: 'Uno de estos archivos ya contiene los dos objetivos: envíelo solo.',
        pair_names:
          'Los nombres no son de una misma toma: solo difieren en _00_ para el objetivo delantero y _10_ para el trasero.',
      },
      lens: {
        front: 'Objetivo delantero',
        back: 'Objetivo trasero',
        fov: 'Campo de visión (°)',
        yaw: 'Guiñada (°)',
        pitch: 'Cabeceo (°)',
        roll: 'Alabeo (°)',
        help: 'No lo cambie salvo que se vea la costura. En grados: cuánto ve un objetivo y cuánto se desvía del frente o de la parte trasera.',
      },
      job: 'Unir archivos de cámara',
      jobSave: 'Crear el vídeo',
      notReady: 'El vídeo podrá reproducirse cuando esté procesado.',
      order: {
        end: 'el final',
        waiting: 'Se solicitará cuando este vídeo esté listo: %{mode}, de %{from} a %{to}.',
        problems: {
          quota:
            'El vídeo 3D no se ha creado: no quedan minutos suficientes. Solicite una compra y créelo aquí.',
          not_360: 'El vídeo 3D no se ha creado: la imagen no es el doble de ancha que de alta.',
          shape:
            'El vídeo 3D no se ha creado: la imagen no es una esfera entera para un solo ojo. El examen de esta página dice qué hacer.',
          range: 'El vídeo 3D no se ha creado: este vídeo es más corto que la parte elegida.',
          forbidden: 'El vídeo 3D no se ha creado: quien subió este vídeo ya no puede crear vídeos 3D aquí.',
          account_closed: 'El vídeo 3D no se ha creado: la cuenta de quien subió este vídeo está cerrada.',
          other: 'El vídeo 3D no se ha creado. Créelo aquí para saber por qué.',
        },
      },
    },
  },
} as const satisfies Translation<typeof english>
