import { defineResource } from '../define'
import { boolean, choice, counter, integer, link, picture, text } from '../fields'
import { managing, roles } from '../grants'

const rootOnly = { write: ['root'] } as const

export const companies = defineResource(
  'companies',
  {
    name: text({ required: true, search: true, sort: true, filter: true, max: 120 }),
    logo: picture(),
    isPartner: boolean({ ...rootOnly, filter: true }),
    /** The one company of the platform's provider, where root accounts are: set with the first of them. */
    isProvider: boolean({ readOnly: true }),
    canCreateCompanies: boolean({ ...rootOnly, enabledBy: 'isPartner' }),
    partner: link('companies', { ...rootOnly, filter: true, sort: true, filterTarget: { isPartner: true } }),
    allowPartnerAccess: boolean({ write: ['root', 'admin'], filter: true, sort: true }),
    offlinePrivilege: boolean(),
    offlineDuration: integer({ readOnly: true, enabledBy: 'offlinePrivilege', default: 5, format: 'days' }),
    /** A domain belongs to one company, which decides who may sign in with it. */
    authFqdn: text({ ...rootOnly, max: 253 }),
    role: choice(roles, { default: 'viewer' }),
    'users.total': counter({ sort: true, limit: 'users.purchased' }),
    'users.purchased': counter({ sort: true }),
    'users.active': counter({ sort: true, limit: 'users.maxActive' }),
    'users.maxActive': counter({ sort: true }),
    'seconds.used': counter({ sort: true, format: 'minutes', limit: 'seconds.purchased' }),
    /** Seconds of completed 3D videos that were deleted since: they stay used. */
    'seconds.deleted': integer({ default: 0, readOnly: true, read: [] }),
    'seconds.purchased': counter({ sort: true, format: 'minutes' }),
  },
  {
    paths: {
      list: '/company',
      create: '/company/create',
      show: '/company/show/:id',
      edit: '/company/modify/:id',
    },
    label: { fields: ['name'] },
    picture: { small: 'logo', large: 'logo', shape: 'square' },
    company: 'uid',
    grants: {
      read: managing,
      create: { root: 'all', partner: 'licensed' },
      update: managing,
      delete: { root: 'all' },
    },
    list: {
      columns: [
        'name',
        'users.total',
        'users.active',
        'seconds.used',
        'createdAt',
        'partner',
        'allowPartnerAccess',
      ],
      hidden: ['isPartner', 'updatedAt'],
      yielding: ['allowPartnerAccess', 'partner'],
      sort: ['createdAt', 'desc'],
      filters: ['name', { path: 'partner', only: ['root'] }, 'createdAt'],
    },
    show: {
      keyFacts: ['users.total', 'users.active', 'seconds.used', 'partner'],
      tabs: {
        details: [
          'name',
          'partner',
          'isPartner',
          'isProvider',
          'canCreateCompanies',
          'allowPartnerAccess',
          'offlinePrivilege',
          'offlineDuration',
          'authFqdn',
          'role',
          'users.total',
          'users.active',
          'seconds.used',
          'createdAt',
          'updatedAt',
        ],
        users: { list: 'users', by: 'company', filter: { status: 'active' }, pageSize: 5 },
        groups: { list: 'groups', by: 'company', pageSize: 5 },
        guests: { list: 'guests', by: 'company', pageSize: 5 },
        videos360: { list: 'videos', by: 'company', pageSize: 5 },
        scenes: { list: 'vectos', by: 'company', filter: { status: 'completed' }, pageSize: 5 },
        sessions: { list: 'sessions', by: 'company', pageSize: 5 },
      },
    },
    form: [
      'name',
      'logo',
      'isPartner',
      'canCreateCompanies',
      'partner',
      'allowPartnerAccess',
      'offlinePrivilege',
      'offlineDuration',
      'authFqdn',
      'role',
    ],
    sections: {
      company: 'name',
      sharing: 'allowPartnerAccess',
      offline: 'offlinePrivilege',
      signIn: 'authFqdn',
    },
    slots: {
      list: 'CustomerLink',
      actions: 'CompanyActions',
      details: 'Stakeholders',
      fields: { 'users.total': 'QuotaField', 'users.active': 'QuotaField', 'seconds.used': 'QuotaField' },
    },
  },
)
