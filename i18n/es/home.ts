import type { home as english } from '../en/home'
import type { Translation } from '../translation'

export const home = {
  app: {
    home: {
      title: 'Inicio',
      hello: 'Hola, %{name}',
      helloNobody: 'Hola',
      welcome: 'Le damos la bienvenida al back-office de sus vídeos 360° y 3D.',
      noSections: 'Su rol no da acceso a ninguna sección. Consulte a su administrador si necesita alguna.',
      loading: 'Cargando el inicio',
    },
    numbers: {
      title: 'De un vistazo',
      minutesLeft: 'Minutos restantes',
      seatsLeft: 'Plazas restantes',
      activeSeatsLeft: 'Plazas activas restantes',
      of: 'de %{total}',
      all: 'de %{total}, en %{smart_count} empresa |||| de %{total}, en %{smart_count} empresas',
      none: 'Todavía no hay compras',
      running: 'Vídeos en preparación',
      runningNone: 'No se está procesando nada',
      runningOf: '360: %{videos} · 3D: %{vectos}',
      add: 'Añadir',
    },
    days: {
      title: 'Los últimos 30 días',
      minutes: 'Minutos usados',
      sessions: 'Sesiones',
      none: 'Todavía no hay datos: el primer día aparecerá aquí mañana.',
      most: 'máximo el %{day}: %{value}',
      more: 'Ver el uso',
    },
    recent: {
      title: 'Vídeos recientes',
      none: 'Ningún vídeo está listo. Un vídeo 360 aparece aquí cuando se puede reproducir, y uno 3D cuando está terminado.',
      kinds: { videos: '360', vectos: '3D' },
    },
    invitations: {
      title: 'Invitaciones pendientes',
      company: 'Empresa',
      group: 'Grupo',
      createdBy: 'Invitado por',
      createdAt: 'Fecha de invitación',
      accept: 'Aceptar',
      decline: 'Rechazar',
      declineOf: 'Rechazar la invitación a %{group}',
      confirmDecline:
        '¿Rechazar la invitación a «%{group}» de %{company}? La empresa podrá invitarle de nuevo.',
      declined: 'La invitación a %{group} se ha rechazado',
      acceptOf: 'Aceptar la invitación a %{group}',
      confirm: '¿Unirse a «%{group}» de %{company}?',
      accepted: 'Ahora es invitado de %{group}',
    },
  },
  banners: {
    home: 'Todo aquí depende de su rol. Su nombre en el menú lleva a su idioma y su contraseña; el botón de arriba alterna entre claro y oscuro.',
    close: 'No mostrar más este mensaje',
  },
  checklist: {
    title: 'Primeros pasos',
    progress: '%{done} de %{total} hechos',
    isDone: 'Hecho',
    dismiss: 'Ocultar «%{name}» definitivamente',
    steps: {
      company: {
        title: 'Dar nombre a su empresa',
        text: 'El proveedor de esta plataforma, tal como lo ven sus clientes.',
        go: 'Abrir el formulario',
      },
      mail: {
        title: 'Probar el correo',
        text: 'Envía un mensaje a su propia dirección por el servidor de correo.',
        go: 'Enviarme una prueba',
      },
      customer: {
        title: 'Crear su primer cliente',
        text: 'Una empresa, sus plazas y minutos, y su administrador.',
        go: 'Nuevo cliente',
      },
      video: {
        title: 'Subir un vídeo 360',
        text: 'Un archivo mp4 de 360°, o los dos archivos de una cámara.',
        go: 'Subir',
      },
      invite: {
        title: 'Invitar a un colega',
        text: 'Recibe un correo con un enlace a su cuenta.',
        go: 'Invitar',
      },
      vecto: {
        title: 'Crear su primer vídeo 3D',
        text: 'Elija una parte de un vídeo 360: se convierte en un vídeo 3D.',
        go: 'Elegir un vídeo',
      },
    },
    mail: {
      subject: 'Prueba del correo',
      content: 'Esta plataforma puede enviar correos: puede invitar a otras personas.',
      sent: 'El servidor de correo ha aceptado el mensaje para %{email}. Consulte su buzón.',
      outbox:
        'No hay servidor de correo configurado: defina SMTP_URL en el servidor y reinícielo. Hasta entonces, los correos se guardan en la bandeja de salida.',
      waiting: 'El mensaje aún no se ha enviado. %{reason} Se volverá a intentar.',
      failed: 'El servidor de correo ha rechazado el mensaje. %{reason}',
      open: 'Verlo en la bandeja de salida',
    },
  },
  attention: {
    title: 'Requiere atención',
    calm: 'Nada requiere su atención',
    calmText: 'Procesos, cuotas, correos y eliminaciones: todo está en orden.',
    failed: 'No se pudo comprobar: %{name}',
    retry: 'Comprobar de nuevo',
    more: '+%{count} más',
    next: 'La próxima, el %{date}',
    loading: 'Comprobando lo que requiere atención',
    nothing: {
      noMailServer: 'No hay servidor de correo configurado: los correos se guardarán en el servidor',
    },
    severity: {
      error: 'Urgente',
      warning: 'Advertencia',
      info: 'Información',
    },
    names: {
      failedVideos: 'vídeos 360 fallidos',
      failedVectos: 'vídeos 3D fallidos',
      stuckVideos: 'vídeos 360 bloqueados',
      stuckVectos: 'vídeos 3D bloqueados',
      notProcessing: 'procesamiento de vídeos',
      seatsNearlyFull: 'plazas',
      activeSeatsNearlyFull: 'plazas activas',
      minutesNearlyFull: 'minutos',
      seatsShort: 'invitaciones pendientes',
      mailFailed: 'correos fallidos',
      mailWaiting: 'correos en espera',
      noMailServer: 'servidor de correo',
      dueEnvironments: 'entornos por eliminar',
      dueVersions: 'entornos con versiones por eliminar',
      dueMedias: 'medios por eliminar',
      failedSignIns: 'inicios de sesión fallidos',
      refusals: 'acciones rechazadas',
    },
    entries: {
      failedVideos:
        '%{smart_count} vídeo 360 falló en los últimos 30 días |||| %{smart_count} vídeos 360 fallaron en los últimos 30 días',
      failedVectos:
        '%{smart_count} vídeo 3D falló en los últimos 30 días |||| %{smart_count} vídeos 3D fallaron en los últimos 30 días',
      stuckVideos:
        '%{smart_count} vídeo 360 no avanza desde hace más de 2 horas |||| %{smart_count} vídeos 360 no avanzan desde hace más de 2 horas',
      stuckVectos:
        '%{smart_count} vídeo 3D lleva más de 2 horas en el mismo paso |||| %{smart_count} vídeos 3D llevan más de 2 horas en el mismo paso',
      notProcessing:
        'No se están procesando vídeos: %{smart_count} tarea en espera |||| No se están procesando vídeos: %{smart_count} tareas en espera',
      seatsNearlyFull:
        '%{smart_count} empresa usa más del 80 % de sus plazas |||| %{smart_count} empresas usan más del 80 % de sus plazas',
      activeSeatsNearlyFull:
        '%{smart_count} empresa usa más del 80 % de sus plazas activas |||| %{smart_count} empresas usan más del 80 % de sus plazas activas',
      minutesNearlyFull:
        '%{smart_count} empresa ha usado más del 80 % de sus minutos |||| %{smart_count} empresas han usado más del 80 % de sus minutos',
      seatsShort:
        '%{smart_count} empresa tiene menos plazas libres que invitaciones pendientes |||| %{smart_count} empresas tienen menos plazas libres que invitaciones pendientes',
      mailFailed: '%{smart_count} correo no se pudo enviar |||| %{smart_count} correos no se pudieron enviar',
      mailWaiting:
        '%{smart_count} correo espera desde hace más de una hora |||| %{smart_count} correos esperan desde hace más de una hora',
      noMailServer:
        'No hay servidor de correo configurado: %{smart_count} correo guardado en el servidor |||| No hay servidor de correo configurado: %{smart_count} correos guardados en el servidor',
      dueEnvironments:
        '%{smart_count} entorno se eliminará en los próximos 7 días |||| %{smart_count} entornos se eliminarán en los próximos 7 días',
      dueVersions:
        '%{smart_count} entorno tiene versiones que se eliminarán en los próximos 7 días |||| %{smart_count} entornos tienen versiones que se eliminarán en los próximos 7 días',
      dueMedias:
        '%{smart_count} medio se eliminará en los próximos 7 días |||| %{smart_count} medios se eliminarán en los próximos 7 días',
      failedSignIns:
        '%{smart_count} inicio de sesión fallido en los últimos 7 días |||| %{smart_count} inicios de sesión fallidos en los últimos 7 días',
      refusals:
        '%{smart_count} acción rechazada en los últimos 7 días |||| %{smart_count} acciones rechazadas en los últimos 7 días',
    },
  },
  work: {
    title: 'Mi trabajo',
    inProgress: 'En curso',
    finished: 'Terminados en los últimos 7 días',
    none: 'No tiene ningún vídeo en curso ni terminado en los últimos 7 días.',
  },
} as const satisfies Translation<typeof english>
