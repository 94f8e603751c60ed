import type { home as english } from '../en/home'
import type { Translation } from '../translation'

export const home = {
  app: {
    home: {
      title: 'Inicio',
      hello: 'Hola, %{name}',
      helloNobody: 'Hola',
      welcome: 'Le damos la bienvenida al back-office de sus vídeos 360° y 3D.',
      sections: 'Secciones',
      noSections: 'Su rol no da acceso a ninguna sección. Consulte a su administrador si necesita alguna.',
      companies: 'Clientes y socios, sus plazas y su cuota de vídeo',
      users: 'Las personas de su empresa, sus roles y sus idiomas',
      medias: 'Imágenes, documentos y archivos usados en los entornos',
      myCompany: 'Su empresa, sus plazas y sus minutos',
      sessions: 'Quién está conectado, desde dónde y desde cuándo',
      environments: 'Lo que se publica, versión por versión',
      videos: 'Las fuentes 360° de sus vídeos 3D',
      vectos: 'Los vídeos 3D, del proceso al uso compartido',
      administration: 'Descargas, plantillas de correo y mantenimiento',
      audit: 'Quién cambió qué, cuándo y desde dónde',
      trash: 'Lo que se ha eliminado y aún se puede restaurar',
      usage: 'Minutos, plazas, almacenamiento y sesiones a lo largo del tiempo',
    },
    invitations: {
      title: 'Invitaciones pendientes',
      company: 'Empresa',
      group: 'Grupo',
      createdBy: 'Invitado por',
      createdAt: 'Fecha de invitación',
      accept: 'Aceptar',
      acceptOf: 'Aceptar la invitación a %{group}',
      confirm: '¿Unirse a «%{group}» de %{company}?',
      accepted: 'Ahora es invitado de %{group}',
    },
  },
  banners: {
    home: 'Todo aquí depende de su rol. Su nombre en el menú lleva a su idioma y su contraseña; el botón de arriba alterna entre claro y oscuro.',
    close: 'No mostrar más este mensaje',
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
