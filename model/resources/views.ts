import { defineResource } from '../define'
import { boolean, link, text } from '../fields'
import { staffRoles } from '../grants'

/** Maximum number of views that one user saves for one list. */
export const viewsPerList = 30

const changeable = { write: [...staffRoles, 'self'] } as const
const ofOwner = { root: 'all', partner: 'self', admin: 'self' } as const

/** A list's query that a user saved under a name. It grants nothing. */
export const views = defineResource(
  'views',
  {
    name: text({ required: true, sort: true, max: 60, ...changeable }),
    /** The name of the listed resource. */
    list: text({ example: 'companies', required: true, immutable: true, filter: true, max: 40 }),
    /** Empty where the list has no tabs. */
    tab: text({ max: 40, ...changeable }),
    /** The query of the list's address, without the page. */
    query: text({ max: 1000, ...changeable }),
    /** The colleagues who may see the list see the view. */
    shared: boolean({ filter: true, ...changeable }),
    /** The owner's list, or its tab, opens with it. */
    isDefault: boolean({ filter: true, ...changeable }),
    createdBy: link('users', { readOnly: true, filter: true, clearOnDelete: true }),
    company: link('companies', { immutable: true, filter: true, clearOnDelete: true }),
  },
  {
    paths: { list: '/home#views' },
    label: { fields: ['name'] },
    company: 'company',
    user: 'createdBy',
    shared: { shared: true },
    about: 'list',
    grants: {
      read: { root: 'all', partner: ['self', 'shared'], admin: ['self', 'shared'] },
      create: { root: 'all', partner: 'own', admin: 'own' },
      update: ofOwner,
      delete: ofOwner,
    },
    list: {
      columns: ['name', 'list', 'shared', 'createdBy', 'createdAt'],
      sort: ['name', 'asc'],
      filters: [],
    },
  },
)
