import { defineResource } from '../define'
import {
  boolean,
  choice,
  date,
  email,
  type Field,
  integer,
  link,
  links,
  password,
  picture,
  text,
} from '../fields'
import { everyone, roles, staff, staffRoles } from '../grants'
import { languages } from '../languages'
import { notificationChoices } from '../notification-kinds'

const rootOnly = { read: ['root'], write: ['root'] } as const

const personal = {
  required: true,
  search: true,
  sort: true,
  filter: true,
  max: 80,
  write: [...staffRoles, 'self'],
} as const

/** Null in the record of an invited user until the account is activated. */
const personName = (example: string): Field<'text'> => text({ ...personal, nullable: true, example })

/** Actions of staff for a user who lost a sign-in method. */
const forOthers = {
  method: 'PATCH',
  grant: staff,
  when: ['active', 'disabled'],
  notOnSelf: true,
  confirm: true,
} as const

export const users = defineResource(
  'users',
  {
    firstname: personName('Grace'),
    lastname: personName('Hopper'),
    email: email({ required: true, search: true, sort: true, filter: true }),
    picture: picture({ write: [...staffRoles, 'self'] }),
    /** Proved by a link that was sent to it, or by an identity provider; without proof it gives no access. */
    emailProved: boolean({ readOnly: true, read: [], excludeFromHistory: true }),
    password: password({ required: 'create', write: [...staffRoles, 'self'] }),
    role: choice(roles, { required: true, sort: true, filter: true }),
    lang: choice(languages, { required: true, default: 'en', filter: true, write: [...staffRoles, 'self'] }),
    company: link('companies', { required: true, sort: true, filter: true }),
    status: choice(['active', 'disabled', 'pending', 'deleted'], {
      default: 'active',
      filter: true,
      sort: true,
      format: 'status',
      creatable: ['active', 'disabled'],
    }),
    isActive: boolean({ readOnly: true }),
    groups: links('groups', { inverse: 'members', sameCompany: 'company' }),
    offlineEnabled: boolean(),
    notifications: boolean({ ...rootOnly, default: true }),
    /** Raised by each change of password, address, second factor or passkeys. */
    credentialVersion: integer({ default: 0, readOnly: true, read: [], excludeFromHistory: true }),
    secondFactor: boolean({ readOnly: true }),
    passkeys: boolean({ readOnly: true }),
    thirdParty: boolean({ readOnly: true }),
    lastLoginAt: date({ readOnly: true, sort: true, filter: true, absence: true }),
    deletedAt: date({ readOnly: true, sort: true, filter: true }),
    deletedBy: link('users', { readOnly: true, namelessAbove: true }),
    invitedBy: link('users', { readOnly: true, filter: true }),
    termsAgreement: integer({ readOnly: true }),
    ...notificationChoices,
    messageToken: text({ read: [], write: ['self'], max: 4096 }),
  },
  {
    paths: { list: '/user', create: '/user/create', show: '/user/show/:id', edit: '/user/modify/:id' },
    label: { fields: ['firstname', 'lastname'], otherwise: 'email' },
    picture: { small: 'picture', large: 'picture', shape: 'circle' },
    company: 'company',
    user: 'uid',
    ranked: 'role',
    grants: {
      read: { ...everyone('self'), ...staff },
      create: staff,
      update: { ...everyone('self'), ...staff },
      delete: staff,
    },
    list: {
      columns: ['email', 'lastname', 'firstname', 'role', 'company', 'status', 'lastLoginAt'],
      hidden: ['createdAt', 'lang', 'offlineEnabled', 'deletedAt', 'deletedBy', 'invitedBy', 'updatedAt'],
      yielding: ['lastLoginAt', 'company'],
      sort: ['email', 'asc'],
      filters: ['keywords', 'company', 'role', 'lastLoginAt', 'createdAt'],
      requiresCompany: true,
      tabs: {
        active: { filter: { status: ['active', 'disabled'] } },
        invited: { filter: { status: 'pending' } },
        deleted: { filter: { status: 'deleted' }, sort: ['deletedAt', 'desc'] },
      },
    },
    show: {
      keyFacts: ['email', 'role', 'company', 'lastLoginAt'],
      tabs: {
        details: [
          'firstname',
          'lastname',
          'email',
          'role',
          'lang',
          'company',
          'groups',
          'status',
          'offlineEnabled',
          'notifications',
          'secondFactor',
          'passkeys',
          'thirdParty',
          'lastLoginAt',
          'invitedBy',
          'createdAt',
          'updatedAt',
          'deletedAt',
          'deletedBy',
        ],
        sessions: { list: 'sessions', by: 'user', pageSize: 5 },
        viewings: { list: 'viewings', by: 'person', pageSize: 5 },
        events: { list: 'events', by: 'object', pageSize: 10 },
      },
    },
    form: [
      'picture',
      'firstname',
      'lastname',
      'email',
      'password',
      'role',
      'lang',
      'company',
      'groups',
      'status',
      'offlineEnabled',
      'notifications',
    ],
    sections: { person: 'picture', rights: 'role', options: 'offlineEnabled' },
    states: {
      field: 'status',
      initial: 'active',
      transitions: {
        active: ['disabled', 'deleted'],
        disabled: ['active', 'deleted'],
        pending: ['active', 'deleted'],
      },
    },
    removal: 'soft',
    activates: true,
    computed: ['roleLabel'],
    actions: {
      dropSecondFactor: { ...forOthers, enabledBy: 'secondFactor' },
      dropPasskeys: { ...forOthers, enabledBy: 'passkeys' },
      dropThirdParty: { ...forOthers, enabledBy: 'thirdParty' },
      resend: { method: 'PATCH', grant: staff, when: ['pending'], ownButton: true },
      viewAs: {
        method: 'POST',
        grant: staff,
        when: ['active'],
        notOnSelf: true,
        ownButton: true,
        shownOnce: ['viewing', 'token', 'until'],
      },
    },
    bulk: {
      resend: { act: 'resend', limited: true },
      suspend: {
        ...{ act: 'update', set: { status: 'disabled' }, when: ['active'], limited: true },
        undo: 'reactivate',
      },
      reactivate: {
        ...{ act: 'update', set: { status: 'active' }, when: ['disabled'], limited: true },
        undo: 'suspend',
      },
      addToGroups: { act: 'update', add: 'groups', undo: 'removeFromGroups' },
      removeFromGroups: { act: 'update', remove: 'groups', undo: 'addToGroups' },
    },
    createDefaults: { origin: 'creation' },
    countersIn: ['companies'],
    counted: ['company', 'status', 'role'],
    slots: {
      list: 'UserListActions',
      actions: 'UserActions',
      fields: { role: 'RoleInput', password: 'PasswordPair' },
    },
  },
)
