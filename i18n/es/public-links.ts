import type { publicLinks as english } from '../en/public-links'
import type { Translation } from '../translation'

export const publicLinks = {
  resources: {
    public_links: {
      empty:
        'Con un enlace público cualquiera ve un vídeo 3D sin cuenta, hasta que el enlace termine. Abra un vídeo 3D completado para crear uno.',
      name: 'Enlace público |||| Enlaces públicos',
      notifications: {
        created: 'Enlace público creado',
        deleted: 'Enlace público eliminado',
      },
      fields: {
        name: 'Nombre',
        vecto: 'Vídeo 3D',
        company: 'Empresa',
        status: 'Estado',
        expiresAt: 'Fin',
        password: 'Contraseña',
        hasPassword: 'Con contraseña',
        domains: 'Sitios que pueden incrustarlo',
        views: 'Visualizaciones',
        seconds: 'Tiempo de visualización',
        createdBy: 'Creado por',
        createdAt: 'Creado',
        updatedAt: 'Modificado',
      },
      choices: {
        status: {
          active: 'Activo',
          ended: 'Terminado',
          revoked: 'Revocado',
        },
      },
      actions: {
        revoke: 'Revocar',
      },
      confirm: {
        revoke:
          'Nadie podrá abrir el vídeo 3D con este enlace, y las páginas que lo incrustan dejarán de mostrarlo. Un enlace revocado no vuelve a funcionar nunca. ¿Revocarlo?',
      },
      done: {
        revoke: 'El enlace ya no funciona',
      },
      deleteText:
        'Nadie podrá abrir el vídeo 3D con este enlace. Es definitivo: un enlace eliminado no vuelve. Las visualizaciones y el tiempo de visualización del vídeo 3D se conservan.',
    },
  },
  publicLinks: {
    open: 'Compartir',
    title: 'Compartir «%{name}» con un enlace público',
    about: 'Cualquiera que tenga el enlace puede ver este vídeo 3D, y nada más de su empresa, sin cuenta.',
    nameHelp:
      'Solo para usted, para volver a encontrar el enlace. Los visitantes ven el nombre del vídeo 3D.',
    end: 'Último día',
    endHelp: 'El enlace funciona hasta el final de este día, un año como máximo.',
    endMissing: 'Elija el último día.',
    passwordHelp: 'Opcional. Los visitantes deben escribirla antes de poder ver el vídeo.',
    domainsHelp:
      'Opcional, por ejemplo www.example.com. Sin ninguno, ningún sitio puede incrustar el reproductor: solo se abre en la dirección del enlace.',
    create: 'Crear el enlace',
    created: 'El enlace público está listo',
    once: 'Cópielo ahora: solo se muestra una vez. El servidor no guarda ninguna copia; si lo pierde, revóquelo y cree otro.',
    link: 'Enlace',
    embed: 'Código HTML para un sitio web',
    notEmbedded:
      'Este enlace no indica ningún sitio, así que ninguno puede incrustar el reproductor. Para incrustarlo, cree un enlace que indique el sitio.',
    copyLink: 'Copiar el enlace',
    copyEmbed: 'Copiar el código',
    close: 'Cerrar',
    needsPassword: 'Comunique la contraseña por separado: no forma parte del enlace.',
  },
  playbacks: {
    title: 'Visualizaciones y tiempo',
    views: 'Visualizaciones',
    seconds: 'Tiempo de visualización',
    now: {
      views: '%{used} visualizaciones en este periodo',
      seconds: '%{used} de visualización en este periodo',
    },
    note: 'Se cuentan al empezar la reproducción, en este panel y con enlaces públicos; los días son en UTC. No se registra nada sobre los visitantes.',
    empty: 'Nadie lo ha visto todavía',
    emptyText: 'Las visualizaciones se cuentan desde la primera vez que alguien reproduce este vídeo 3D.',
    fileName: 'visualizaciones de %{name}',
    minutes: 'Tiempo de visualización (min)',
  },
} as const satisfies Translation<typeof english>
