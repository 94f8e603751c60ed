import type { vectos as english } from '../en/vectos'
import type { Translation } from '../translation'

export const vectos = {
  resources: {
    vectos: {
      empty:
        'Un vídeo 3D se crea a partir de una parte de un vídeo 360: abra uno que esté listo y elija la parte.',
      name: 'Vídeo 3D |||| Vídeos 3D',
      notifications: {
        created: 'Vídeo 3D solicitado',
        updated: 'Vídeo 3D guardado',
        deleted: 'Vídeo 3D eliminado',
      },
      absent: {
        accessList: 'Nadie por ahora',
      },
      fields: {
        name: 'Nombre',
        mode: 'Modo',
        video: 'Vídeo 360',
        company: 'Empresa',
        framerate: 'Imágenes por segundo',
        cameraHeight: 'Altura de la cámara (m)',
        offsetStart: 'Primera imagen',
        offsetEnd: 'Última imagen',
        duration: 'Duración',
        defaultAccessList: 'Lista de acceso por defecto',
        accessList: 'Lista de acceso',
        status: 'Estado',
        reason: 'Motivo',
        reasonCode: 'Código del motivo',
        files: {
          data: 'Archivo',
        },
        version: 'Versión',
        revision: 'Revisión',
        course: 'Recorrido',
        specialUsage: 'Uso especial',
        engine: 'Motor',
        events: 'Progreso',
        createdBy: 'Creado por',
        log: 'Registro',
        newname: 'Nuevo nombre',
        createdAt: 'Creado',
        updatedAt: 'Modificado',
        progress: 'Progreso actual',
        lowFile: 'Vídeo 3D',
        grade: 'Calidad',
        measured: 'Profundidad',
        gradeCause: 'Causa',
        refunded: 'Devuelto',
        accessGroups: 'Grupos con acceso',
      },
      choices: {
        mode: {
          fast: 'Rápido',
          accurate: {
            video: 'Preciso, vídeo',
            image: 'Preciso, imagen',
          },
        },
        course: {
          linear: 'Lineal',
          nonLinear: 'No lineal',
        },
        status: {
          'new': 'Nuevo',
          pending: 'A la espera de descarga',
          converting: 'Convirtiendo',
          downloading: 'Descargando',
          downloaded: 'Descargado',
          trimming: 'Recortando',
          queued: 'En cola',
          processing: 'Procesando',
          vectorization: 'Vectorización',
          convert_x264: 'Codificando',
          video360: 'Generando el vídeo 360',
          compressing: 'Comprimiendo',
          uploading: 'Enviando',
          completed: 'Completado',
          timeout: 'Tiempo agotado',
          ko: 'Fallido',
          renaming: 'Renombrando',
        },
        grade: {
          good: 'Buena',
          fair: 'Media',
          poor: 'Baja',
        },
      },
      tabs: {
        grid: 'Cuadrícula',
        details: 'Detalles',
        shares: 'Compartidos',
        publicLinks: 'Enlaces públicos',
        playbacks: 'Visualizaciones',
        events: 'Eventos',
        completedScenes: 'Completados',
        progressScenes: 'En curso',
        failedScenes: 'Con error',
      },
      rename: 'Renombrar',
      onlyCompleted: 'Solo cuando el vídeo 3D esté completado',
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
      making: {
        open: 'Crear un vídeo 3D',
        refusals: {
          pending: 'Solo cuando el vídeo 360 esté completado',
          failed: 'Este vídeo 360 no pudo prepararse',
          flat: 'No es un vídeo 360°: no es el doble de ancho que de alto',
        },
        title: 'Nuevo vídeo 3D de %{name}',
        make: 'Crear el vídeo 3D',
        part: 'Parte del vídeo',
        take: 'Tomar la imagen del reproductor',
        noTime: 'Formato: 1:23.45',
        takes: 'Cuota utilizada:',
        time: 'Tiempo de creación:',
        timeUnknown: 'desconocido hasta crear el primero',
        minutes: '%{minutes} min %{seconds} s',
        ofLeft: '%{cost} de %{left} restantes',
        short: 'A %{company} solo le quedan %{left}. Elija una parte más corta o pida una compra de minutos.',
        shortForSeller: 'A %{company} solo le quedan %{left}. Elija una parte más corta o añada minutos.',
        addMinutes: 'Añadir minutos',
        before: '%{smart_count} trabajo va antes. |||| %{smart_count} trabajos van antes.',
        about: {
          seconds: 'unos %{smart_count} s.',
          minutes: 'unos %{smart_count} min.',
          hours: 'unas %{smart_count} h.',
        },
        cameraHeight:
          'Altura de la cámara sobre el suelo en metros, de %{least} a %{most}: cuanto más alta está la cámara, más lejos parece el suelo. Vacío: 1,5 m. Se propone el último valor de la empresa.',
        toVideo: 'Ver el vídeo 360',
        obstacles: {
          pending: 'El vídeo 360 aún no está listo',
          failed: 'No se pudo preparar el vídeo 360',
          flat: 'No es una imagen de 360°',
        },
        ways: {
          pending: 'Esta página se abrirá por sí sola cuando lo esté.',
          failed: 'Su pantalla dice por qué y permite reintentarlo.',
          flat: 'Un vídeo 3D se hace de una imagen el doble de ancha que de alta. Una primero el vídeo y envíelo de nuevo.',
        },
        preview: {
          title: 'Vista previa en 3D',
          about:
            'Vea dos segundos en 3D, en el modo elegido, desde el inicio de la parte, antes de crear el vídeo entero. Sin coste.',
          ask: 'Vista previa de dos segundos desde %{from}',
          waiting: 'Esperando a un servidor de procesamiento…',
          making: 'La vista previa se está creando.',
          name: 'Vista previa de %{name}, de %{from} a %{to}',
        },
      },
      present: 'Nombre actual',
      newNameHelp: 'Se renombra en segundo plano, junto con sus versiones y usos compartidos.',
      notRenamable: 'Este vídeo 3D no puede renombrarse ahora',
      toShow: 'Ver el vídeo 3D',
      renamed: 'El vídeo 3D se está renombrando',
      progress: 'Progreso',
      noProgress: 'Todavía no ha pasado nada: el vídeo 3D espera su turno.',
      failureLog: 'Registro del servidor de procesamiento',
      after: 'después de %{time}',
      on: 'en %{worker}',
      notReady: 'El vídeo 3D podrá verse aquí cuando esté completado.',
      notMade:
        'No se pudo crear este vídeo 3D, así que no hay nada que ver. El motivo aparece junto a su estado.',
      quality: {
        measured: 'La profundidad se midió en el %{share} de la imagen.',
        assumed: 'La profundidad no se midió: este modo supone un suelo llano.',
        causes: {
          still: 'La cámara apenas se movió, y solo su movimiento indica a qué distancia están las cosas.',
          carried: 'Un vehículo o personas que se mueven con la cámara tapan el suelo a su alrededor.',
          plain: 'La imagen es demasiado oscura o uniforme para seguir algo en ella.',
          estimated: 'Un modelo de profundidad estimó el resto a partir de lo que muestra la imagen.',
          unclear: 'En el resto, el movimiento no se pudo seguir con fiabilidad.',
        },
        refunded: 'Los segundos se devolvieron a la cuota.',
      },
      where: {
        title: 'Dónde verlo',
        browser: {
          name: 'En un navegador',
          text: 'En esta página o con un enlace público: mire a su alrededor con el ratón, el dedo o las flechas del teclado. «%{glasses}» y «%{beside}» muestran la profundidad.',
        },
        headset: {
          name: 'En el navegador de unas gafas de realidad virtual',
          text: 'Abra allí esta página o un enlace público por https y elija «%{button}» en el reproductor (WebXR).',
        },
        quest: {
          name: 'Meta Quest, con el archivo',
          text: 'Copie el archivo en las gafas y ábralo con un reproductor de vídeos 360°. Si el reproductor lo pregunta: 360°, 3D arriba y abajo.',
        },
        visionPro: {
          name: 'Apple Vision Pro, con el archivo',
          text: 'Copie el archivo en la app Archivos y ábralo. Declara el formato proyectado de Apple, que reproducen visionOS 26 y posteriores.',
        },
        youtube: {
          name: 'YouTube',
          text: 'Suba el archivo tal cual: declara 360° y 3D, y YouTube ofrece ambos cuando termina de procesarlo.',
        },
      },
      again: {
        open: 'Volver a intentarlo con otros ajustes',
        title: 'Ajustes de «%{name}»',
        hints: {
          assumed:
            'Cambie el modo: «Preciso, vídeo» mide la profundidad a partir del movimiento de la cámara.',
          still: 'Elija otra parte del vídeo, en la que la cámara avance, si es posible al paso.',
          carried:
            'Elija otra parte del vídeo, en la que se vea el suelo alrededor de la cámara. Si no la hay, el modo «Rápido» da el mismo resultado antes.',
          plain: 'Elija otra parte del vídeo, más clara y con más detalle.',
          estimated:
            'Cambie el modo o la parte: «Preciso, vídeo» mide más donde la cámara se mueve de forma constante.',
          unclear:
            'Elija otra parte del vídeo, en la que la cámara se mueva de forma constante, sin cortes ni giros rápidos.',
          none: 'Todos los ajustes se han conservado. Cambie lo que deba ser distinto.',
        },
      },
      bulk: {
        addAccess: 'Dar acceso',
        removeAccess: 'Quitar acceso',
        addGroups: 'Dar acceso a grupos',
        removeGroups: 'Quitar acceso a grupos',
      },
    },
  },
  banners: {
    vecto:
      'Elija la primera y la última imagen del vídeo, dé al vídeo 3D un nombre y un número de imágenes por segundo –unas 29 suele ser lo adecuado– y se creará en un servidor dedicado. Mientras tanto puede salir de esta página.',
  },
} as const satisfies Translation<typeof english>
