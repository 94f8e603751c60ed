import { defineResource } from '../define'
import { choice, json, link, text } from '../fields'
import { staff } from '../grants'

/** What happened to a record, written by the server in the same transaction as the change. */
export const events = defineResource(
  'events',
  {
    event: choice(['create', 'update', 'delete', 'restore', 'download', 'manifest'], {
      readOnly: true,
      filter: true,
    }),
    type: text({ readOnly: true, filter: true }),
    object: text({ readOnly: true, filter: true }),
    user: link('users', { readOnly: true, filter: true }),
    company: link('companies', { readOnly: true, filter: true, clearOnDelete: true }),
    args: json({ readOnly: true }),
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
