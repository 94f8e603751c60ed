import { defineResource } from '../define'
import { choice, json, link, text } from '../fields'
import { staff } from '../grants'

/** Origin of a change. Partners manage a company, but may not read its users' network addresses. */
const origin = { readOnly: true, read: ['root', 'admin'] } as const

/**
 * What happened to a record, written by the server in the same transaction as the change. `label`: the record's name at
 * that time. `agent`: the browser and its system. `trace`: the id that the log lines of the request carry.
 * @param types names of the resources that have a history, which the registry knows
 */
export const eventsOf = (types: readonly string[]) =>
  defineResource(
    'events',
    {
      event: choice(['create', 'update', 'delete', 'restore', 'view', 'download', 'manifest'], {
        readOnly: true,
        filter: true,
      }),
      type: choice(types, { readOnly: true, filter: true }),
      object: text({ readOnly: true, filter: true }),
      label: text({ readOnly: true }),
      user: link('users', { readOnly: true, filter: true, namelessAbove: true }),
      company: link('companies', { readOnly: true, filter: true, clearOnDelete: true }),
      args: json({ readOnly: true }),
      address: text({ ...origin, max: 100 }),
      agent: text(origin),
      trace: text(origin),
    },
    {
      paths: { list: '/audit', show: '/audit/show/:id' },
      label: { fields: ['label'], otherwise: 'object' },
      withoutHistory: true,
      company: 'company',
      grants: { read: staff },
      list: {
        columns: ['createdAt', 'event', 'object', 'user', 'args'],
        hidden: ['type', 'company', 'address', 'agent', 'trace'],
        sort: ['createdAt', 'desc'],
        pageSizes: [10, 15, 20, 25, 30],
        filters: [
          'user',
          'event',
          'type',
          { path: 'company', only: ['root', 'partner'] },
          'createdAt',
          'object',
        ],
      },
      show: {
        tabs: {
          details: [
            'createdAt',
            'event',
            'type',
            'object',
            'user',
            'company',
            'args',
            'address',
            'agent',
            'trace',
          ],
        },
      },
      counted: ['company', 'type'],
      slots: { list: 'AuditTabs', fields: { args: 'EventChanges', object: 'EventRecord' } },
    },
  )
