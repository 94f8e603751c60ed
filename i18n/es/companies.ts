import type { companies as english } from '../en/companies'
import type { Translation } from '../translation'

export const companies = {
  resources: {
    companies: {
      empty: 'Una empresa tiene sus usuarios, sus vídeos y sus cuotas. Cree una por cliente.',
      name: 'Empresa |||| Empresas',
      notifications: {
        created: 'Empresa creada',
        updated: 'Empresa guardada',
        deleted: 'Empresa eliminada',
      },
      sections: {
        company: {
          title: 'Empresa',
          text: 'Su nombre y su lugar entre los socios.',
        },
        sharing: {
          title: 'Acceso a los datos',
          text: 'Si el socio que gestiona la empresa puede leer sus elementos.',
        },
        offline: {
          title: 'Uso sin conexión',
          text: 'Durante cuánto tiempo las aplicaciones reproducen contenidos sin conexión.',
        },
        signIn: {
          title: 'Inicio de sesión',
          text: 'Cómo inician sesión sus usuarios y el rol de quienes lo hacen por primera vez.',
        },
      },
      fields: {
        name: 'Nombre',
        logo: 'Logotipo',
        isPartner: 'Es socio',
        isProvider: 'Es el proveedor',
        canCreateCompanies: 'Puede crear empresas',
        partner: 'Socio',
        allowPartnerAccess: 'Acceso a los datos',
        offlinePrivilege: 'Modo sin conexión',
        offlineDuration: 'Duración sin conexión',
        authFqdn: 'Dominio de autenticación externa',
        role: 'Rol predeterminado',
        users: {
          total: 'Plazas de usuario',
          purchased: 'Plazas de usuario compradas',
          active: 'Usuarios activos',
          maxActive: 'Plazas activas compradas',
        },
        seconds: {
          used: 'Cuota de vídeo',
          purchased: 'Cuota de vídeo comprada',
          deleted: 'Segundos de vídeos eliminados',
        },
        createdAt: 'Creada',
        updatedAt: 'Modificada',
      },
      choices: {
        role: {
          root: 'Root',
          admin: 'Administrador',
          partner: 'Socio',
          manager: 'Gestor',
          editor: 'Editor',
          viewer: 'Lector',
        },
      },
      tabs: {
        details: 'Detalles',
        events: 'Eventos',
        users: 'Usuarios',
        groups: 'Grupos',
        guests: 'Invitados',
        videos360: 'Vídeos 360',
        scenes: 'Vídeos 3D',
        sessions: 'Sesiones',
      },
      createTitle: 'Nueva empresa',
      loadFailed: 'No se pudieron obtener los datos de la empresa',
      createRefused: 'Solo para root y para los socios cuya empresa puede crear empresas.',
      groupsButton: 'Grupos',
      purchasesButton: 'Compras',
      badPath: '«%{value}» no es una ruta de empresa. Escríbala como companies.abc.',
      newCustomer: 'Nuevo cliente',
      accountsAbove: {
        title: 'Cuentas de rango superior al suyo',
        text: 'Pertenecen a su empresa, pero no figuran en su lista de usuarios. Puede cerrar sus sesiones, desactivarlas o eliminarlas; solo una cuenta de su rango puede modificarlas o activarlas.',
        seen: 'Última conexión: %{when}',
        never: 'Nunca se ha conectado',
        sessions: '%{smart_count} sesión abierta |||| %{smart_count} sesiones abiertas',
        tokens: '%{smart_count} token de API |||| %{smart_count} tokens de API',
        end: 'Cerrar sesiones',
        endTitle: '¿Cerrar las sesiones y los tokens de API de %{name}?',
        endText: 'La persona tendrá que volver a conectarse y los programas necesitarán tokens nuevos.',
        ended: 'Sesiones y tokens cerrados',
        disable: 'Desactivar',
        disableTitle: '¿Desactivar a %{name}?',
        disableText: 'La persona no podrá conectarse. Solo una cuenta de su rango puede volver a activarla.',
        disabled: 'Cuenta desactivada',
        delete: 'Eliminar',
        deleteTitle: '¿Eliminar a %{name}?',
        deleteText: 'La cuenta va a la papelera. Solo una cuenta de su rango puede restaurarla.',
        deleted: 'Cuenta eliminada',
      },
      stakeholders: {
        title: 'Partes interesadas',
        extras: 'Personal del socio con acceso a los datos',
        managedCompanies: 'Empresas gestionadas',
        guestGroups: 'Grupos con invitados',
        none: 'Ninguno',
      },
      counters: {
        seats: 'Plazas',
        activeSeats: 'Plazas activas',
        minutesTotal: 'Minutos comprados',
        minutesUsed: 'Minutos usados',
      },
      seatNotice: {
        users:
          '%{company}: queda %{smart_count} plaza de usuario y hacen falta %{joining} para todas las personas invitadas. |||| %{company}: quedan %{smart_count} plazas de usuario y hacen falta %{joining} para todas las personas invitadas.',
        maxActive:
          '%{company}: queda %{smart_count} plaza activa y hacen falta %{joining} para todas las personas invitadas. |||| %{company}: quedan %{smart_count} plazas activas y hacen falta %{joining} para todas las personas invitadas.',
        add: 'Quien no encuentre plaza no podrá completar su alta (OB5). Añada plazas primero.',
        ask: 'Quien no encuentre plaza no podrá completar su alta (OB5). Pida primero una compra de plazas.',
        purchase: 'Añadir plazas',
      },
    },
    purchases: {
      empty: 'Cada compra añade plazas o minutos a la empresa: sus cuotas son la suma.',
      name: 'Compra |||| Compras',
      notifications: {
        created: 'Compra añadida',
      },
      fields: {
        type: 'Tipo',
        quantity: 'Cantidad',
        company: 'Empresa',
        comment: 'Comentario',
        createdBy: 'Creado por',
        createdAt: 'Fecha',
        updatedAt: 'Modificado',
      },
      choices: {
        type: {
          users: 'Plazas de usuarios',
          maxActive: 'Plazas activas',
          minutes: 'Minutos de vídeo',
        },
      },
      createTitle: 'Nueva compra',
      createRefused: 'Solo root puede añadir compras.',
      quantityHelp: 'Negativo para retirar lo comprado',
    },
    groups: {
      empty: 'Un grupo da acceso a varios usuarios a la vez, y a invitados de otras empresas.',
      name: 'Grupo |||| Grupos',
      notifications: {
        created: 'Grupo creado',
        updated: 'Grupo guardado',
        deleted: 'Grupo eliminado',
      },
      fields: {
        name: 'Nombre',
        company: 'Empresa',
        members: 'Miembros',
        guests: 'Invitados',
        comment: 'Comentario',
        createdBy: 'Creado por',
        createdAt: 'Creado',
        updatedAt: 'Modificado',
      },
      createTitle: 'Nuevo grupo',
      createRefused: 'Su rol no permite crear grupos aquí.',
      guestsHelp: 'Un correo por invitado, luego Intro',
      guestWrong: '«%{value}» no es un correo electrónico',
      deleteFailed: 'No se pudo eliminar el grupo: %{reason}',
    },
    guests: {
      empty: 'Los invitados son personas de otras empresas, invitadas a un grupo de esta.',
      name: 'Invitado |||| Invitados',
      notifications: {
        created: 'Invitación enviada',
        deleted: 'Invitado retirado',
      },
      fields: {
        guest: {
          email: 'Correo electrónico',
          label: 'Nombre',
        },
        group: 'Grupo',
        company: 'Empresa',
        user: 'Usuario',
        createdBy: 'Invitado por',
        status: 'Estado',
        acceptedAt: 'Aceptado',
        createdAt: 'Invitado el',
        updatedAt: 'Modificado',
      },
      choices: {
        status: {
          pending: 'Invitado',
          accepted: 'Aceptado',
        },
      },
      createTitle: 'Invitar a una persona',
      actions: {
        resend: 'Reenviar la invitación',
      },
      done: {
        resend: 'La invitación sale de nuevo; el enlace anterior ya no es válido.',
      },
    },
    customers: {
      fields: {
        company: {
          name: 'Nombre de la empresa',
        },
        purchases: {
          users: 'Plazas de usuario',
          maxActive: 'Plazas activas',
          minutes: 'Minutos de vídeo',
        },
        admin: {
          email: 'Correo electrónico',
          lang: 'Idioma',
        },
      },
    },
  },
  customers: {
    company: 'Empresa',
    purchases: 'Plazas y minutos',
    admin: 'Primer administrador',
    save: 'Crear el cliente',
    made: 'Se ha creado %{name} y se ha invitado a %{email}.',
    madeBefore:
      'Este cliente ya se había creado. El enlace está en el correo; puede reenviarlo desde la lista de usuarios.',
    link: 'Enlace de la invitación',
    linkText: 'Quien abra este enlace será el administrador: no lo envíe a nadie más.',
    open: 'Abrir la empresa',
    another: 'Crear otro cliente',
  },
} as const satisfies Translation<typeof english>
