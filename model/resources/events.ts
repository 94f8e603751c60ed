import { defineResource } from '../define'
import { choice, json, link, text } from '../fields'
import { staff } from '../grants'

/** What happened to a record, written by the server in the same transaction as the change. */
export const events = defineResource(
  'events',
  {
    event: choice(['create', 'update', 'delete', 'restore', 'download', 'manifest'], {
      locked: true,
      filter: true,
    }),
    type: text({ locked: true, filter: true }),
    object: text({ locked: true, filter: true }),
    user: link('users', { locked: true, filter: true }),
    company: link('companies', { locked: true, filter: true, weak: true }),
    args: json({ locked: true }),
  },
  {
    paths: { list: '/events' },
    label: { fields: ['event'] },
    company: 'company',
    grants: { read: staff },
    list: {
      columns: ['createdAt', 'event', 'user', 'args'],
      sort: ['createdAt', 'desc'],
      pageSizes: [10, 15, 20, 25, 30],
      filters: [],
    },
    counted: ['company', 'type'],
    slots: { fields: { args: 'EventChanges' } },
  },
)
