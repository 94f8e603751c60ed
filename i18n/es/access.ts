import type { access as english } from '../en/access'
import type { Translation } from '../translation'

export const access = {
  admin: {
    accessList: {
      title: 'Lista de acceso de %{name}',
      saved: 'Lista de acceso guardada',
      groupsHelp: 'Quien se una a un grupo más tarde también tiene acceso.',
    },
  },
  access: {
    open: 'Quién tiene acceso',
    title: 'Quién tiene acceso a %{name}',
    parties: {
      any: '%{role}',
      own: '%{role}, %{company}',
      partner: '%{role}, %{company}',
      self: '%{person}, de quien trata',
    },
    people: '%{smart_count} persona |||| %{smart_count} personas',
    can: 'Puede %{what}.',
    abilities: {
      read: 'ver',
      update: 'modificar',
      delete: 'eliminar',
      download: 'descargar',
    },
    because: {
      all: 'El rol abarca todos los registros.',
      own: 'El registro pertenece a su empresa.',
      managed: 'Su empresa es el socio de la empresa del registro.',
      open: 'Su empresa es el socio de la empresa del registro, que da acceso a su socio.',
      licensed: 'Su empresa puede crear empresas.',
      published: 'El registro está publicado.',
      shared: 'Su empresa comparte el registro.',
      self: 'El registro trata de esa persona.',
    },
    nobody: 'Nadie',
    listHelp: 'Los permisos en el panel no dependen de esta lista.',
    listed: 'La lista de acceso incluye a esta persona. Los permisos en el panel no dependen de ella.',
    listedThrough:
      'Está en la lista de acceso a través del grupo %{groups}. |||| Está en la lista de acceso a través de los grupos %{groups}.',
    listedAsGuest:
      'Está en la lista de acceso como invitado del grupo %{groups}. |||| Está en la lista de acceso como invitado de los grupos %{groups}.',
    group: {
      title: 'Grupo %{name}',
      members: 'Miembros (%{count}): %{names}',
      guests: 'Invitados (%{count}): %{names}',
      invited: 'Invitaciones pendientes (%{count}): %{names}',
      more: 'Mostrar %{count} invitado más |||| Mostrar %{count} invitados más',
      because: {
        members: 'En las aplicaciones, abren aquello cuya lista de acceso incluye el grupo.',
        guests:
          'Aceptaron la invitación del grupo: en las aplicaciones, abren aquello cuya lista de acceso incluye el grupo.',
        invited: 'Sin acceso hasta que acepten la invitación del grupo.',
      },
    },
    check: 'Comprobar una persona',
    person: 'Persona',
    yes: {
      read: 'Puede verlo.',
      update: 'Puede modificarlo.',
      delete: 'Puede eliminarlo.',
      download: 'Puede descargarlo.',
    },
    no: {
      read: 'No puede verlo.',
      update: 'No puede modificarlo.',
      delete: 'No puede eliminarlo.',
      download: 'No puede descargarlo.',
    },
    obstacles: {
      inactive: 'La cuenta no está activa. Actívela antes.',
      role: 'El rol no lo permite. Estos roles sí: %{roles}.',
      nobody: 'Ningún rol lo permite en el panel.',
      company:
        'El registro pertenece a %{company} y la persona es de otra empresa. Dele una cuenta en %{company}.',
      partnerAccess: '%{company} no da acceso a su socio. Un administrador de %{company} puede activarlo.',
      rank: 'El rol del registro es superior al suyo. Estos roles sí pueden: %{roles}.',
      unpublished: 'El registro no está publicado. Publíquelo antes.',
      notAbout: 'Su rol solo abarca lo que trata de la propia persona. Estos roles sí pueden: %{roles}.',
      deleted: 'El registro está eliminado. Restáurelo antes desde la papelera.',
      ownAccount: 'Un usuario no puede eliminar su propia cuenta: otro administrador sí puede.',
    },
    reach: {
      open: 'Sus derechos',
      title: 'Derechos de %{name}',
      line: 'Puede %{what}: %{which}.',
      inactive: 'La cuenta no está activa: esto es lo que podría hacer.',
      abilities: {
        read: 'ver',
        create: 'crear',
        update: 'modificar',
        delete: 'eliminar',
      },
      scopes: {
        all: 'todos',
        own: 'los de %{company}',
        managed: 'los de las empresas que gestiona %{company}',
        open: 'los de las empresas que dan acceso a %{company}',
        licensed: 'los que %{company} puede crear',
        published: 'los publicados',
        shared: 'los que comparte %{company}',
        self: 'los propios',
      },
    },
  },
} as const satisfies Translation<typeof english>
