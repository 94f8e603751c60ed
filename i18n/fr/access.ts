import type { access as english } from '../en/access'
import type { Translation } from '../translation'

export const access = {
  admin: {
    accessList: {
      title: 'Liste d’accès de %{name}',
      saved: 'Liste d’accès enregistrée',
      groupsHelp: 'Qui rejoint un groupe plus tard y a accès aussi.',
    },
  },
  access: {
    open: 'Qui a accès',
    title: 'Qui a accès à %{name}',
    parties: {
      any: '%{role}',
      own: '%{role}, %{company}',
      partner: '%{role}, %{company}',
      self: '%{person}, la personne concernée',
    },
    people: '%{smart_count} personne |||| %{smart_count} personnes',
    can: 'Droits : %{what}.',
    abilities: {
      read: 'voir',
      update: 'modifier',
      delete: 'supprimer',
      download: 'télécharger',
    },
    because: {
      all: 'Le rôle couvre tous les enregistrements.',
      own: 'L’enregistrement appartient à leur société.',
      managed: 'Leur société est le partenaire de la société concernée.',
      open: 'Leur société est le partenaire de la société concernée, qui donne accès à son partenaire.',
      licensed: 'Leur société peut créer des sociétés.',
      published: 'L’enregistrement est publié.',
      shared: 'Leur société partage l’enregistrement.',
      self: 'L’enregistrement les concerne.',
    },
    nobody: 'Aucune personne',
    listHelp: 'Les droits dans le panneau ne dépendent pas de cette liste.',
    listed: 'La liste d’accès cite cette personne. Les droits dans le panneau n’en dépendent pas.',
    listedThrough:
      'Cette personne est sur la liste d’accès par le groupe %{groups}. |||| Cette personne est sur la liste d’accès par les groupes %{groups}.',
    listedAsGuest:
      'Cette personne est sur la liste d’accès comme invitée du groupe %{groups}. |||| Cette personne est sur la liste d’accès comme invitée des groupes %{groups}.',
    group: {
      title: 'Groupe %{name}',
      members: 'Membres (%{count}) : %{names}',
      guests: 'Invités (%{count}) : %{names}',
      invited: 'Invitations en attente (%{count}) : %{names}',
      more: 'Afficher encore %{count} invité |||| Afficher encore %{count} invités',
      because: {
        members: 'Dans les applications, ils ouvrent ce dont la liste d’accès cite le groupe.',
        guests:
          'Ils ont accepté l’invitation du groupe : dans les applications, ils ouvrent ce dont la liste d’accès cite le groupe.',
        invited: 'Aucun accès avant d’accepter l’invitation du groupe.',
      },
    },
    check: 'Vérifier pour une personne',
    person: 'Utilisateur',
    yes: {
      read: 'Peut le voir.',
      update: 'Peut modifier.',
      delete: 'Peut supprimer.',
      download: 'Peut télécharger.',
    },
    no: {
      read: 'Ne peut pas voir.',
      update: 'Ne peut pas modifier.',
      delete: 'Ne peut pas supprimer.',
      download: 'Ne peut pas télécharger.',
    },
    obstacles: {
      inactive: 'Le compte n’est pas actif. Activez-le d’abord.',
      role: 'Le rôle ne le permet pas. Ces rôles le permettent : %{roles}.',
      nobody: 'Aucun rôle ne le permet dans le panneau.',
      company:
        'L’enregistrement appartient à %{company}, et cette personne à une autre société. Donnez-lui un compte chez %{company}.',
      partnerAccess:
        '%{company} ne donne pas accès à son partenaire. Un administrateur de %{company} peut l’autoriser.',
      rank: 'Le rôle de l’enregistrement est supérieur au sien. Ces rôles le permettent : %{roles}.',
      unpublished: 'L’enregistrement n’est pas publié. Publiez-le d’abord.',
      notAbout:
        'Son rôle ne couvre que ce qui concerne la personne elle-même. Ces rôles le permettent : %{roles}.',
      deleted: 'L’enregistrement est supprimé. Restaurez-le d’abord depuis la corbeille.',
      ownAccount: 'Un utilisateur ne peut pas supprimer son propre compte : un autre administrateur le peut.',
    },
    reach: {
      open: 'Ses droits',
      title: '%{name} : ses droits',
      line: 'Peut %{what} : %{which}.',
      inactive: 'Le compte n’est pas actif : voici ce qu’il pourrait faire.',
      abilities: {
        read: 'voir',
        create: 'créer',
        update: 'modifier',
        delete: 'supprimer',
      },
      scopes: {
        all: 'tous les éléments',
        own: 'les éléments de %{company}',
        managed: 'ceux des sociétés que gère %{company}',
        open: 'ceux des sociétés qui donnent accès à %{company}',
        licensed: 'ceux que %{company} peut créer',
        published: 'les éléments publiés',
        shared: 'ceux que partage %{company}',
        self: 'les siens',
      },
    },
  },
} as const satisfies Translation<typeof english>
