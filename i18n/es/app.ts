import type { app as english } from '../en/app'
import type { Translation } from '../translation'

export const app = {
  name: 'vecto admin',
  version: 'Versión %{version}',
  zone: 'Hora de París',
  contact: 'Contacto',
  mainMenu: 'Menú principal',
  loading: 'Cargando…',
  openFailed: {
    title: 'No se pudo abrir el panel',
    text: 'No se puede contactar con el servidor. Compruebe su conexión y, en una red de invitados, su página de acceso, e inténtelo de nuevo.',
    script:
      'Un error detuvo el panel: %{message}. Actualice su navegador e inténtelo de nuevo; si el error continúa, envíe este texto a su administrador.',
    retry: 'Reintentar',
  },
  home: {
    title: 'Inicio',
    hello: 'Hola, %{name}',
    helloNobody: 'Hola',
    welcome: 'Le damos la bienvenida al back-office de sus vídeos 360° y 3D.',
    sections: 'Secciones',
    noSections:
      'Su rol no abre ninguna sección de este panel. Consulte a su administrador si necesita alguna.',
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
    createdAt: 'Invitado',
    accept: 'Aceptar',
    acceptOf: 'Aceptar la invitación a %{group}',
    confirm: '¿Unirse a «%{group}» de %{company}?',
    accepted: 'Ahora es invitado de %{group}',
  },
  notFound: {
    title: 'Página no encontrada',
    home: 'Ir al inicio',
  },
} as const satisfies Translation<typeof english>
