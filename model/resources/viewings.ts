import { defineResource } from '../define'
import { date, link, text } from '../fields'
import { staff } from '../grants'

/** A view as another user: the viewer (`by`), the viewed user (`person`), start and end. Its secret is stored as a hash. */
export const viewings = defineResource(
  'viewings',
  {
    person: link('users', { readOnly: true, filter: true, byLabel: true, clearOnDelete: true }),
    /** The person's name at that time, which the audit log shows. */
    name: text({ readOnly: true, excludeFromHistory: true }),
    by: link('users', {
      ...{ readOnly: true, filter: true, byLabel: true, clearOnDelete: true, namelessAbove: true },
    }),
    company: link('companies', { readOnly: true, filter: true, clearOnDelete: true }),
    expiresAt: date({ readOnly: true, sort: true }),
    endedAt: date({ readOnly: true, sort: true }),
    /** The session of `by` that opened the view: the view ends with it. */
    openedBy: text({ readOnly: true, read: [] }),
    secretHash: text({ readOnly: true, read: [] }),
  },
  {
    paths: { list: '/viewings' },
    label: { fields: ['name'] },
    company: 'company',
    user: 'by',
    grants: { read: staff },
    actions: {
      end: { method: 'PATCH', grant: { root: 'all', partner: 'self', admin: 'self' }, ownButton: true },
    },
    removal: 'final',
    confidential: true,
    list: {
      columns: ['person', 'by', 'createdAt', 'expiresAt', 'endedAt'],
      hidden: ['company'],
      sort: ['createdAt', 'desc'],
      filters: ['person', 'by'],
    },
  },
)
