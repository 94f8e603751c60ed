import { defineResource } from '../define'
import { choice, date, json, link, text } from '../fields'
import type { Grant } from '../grants'

/** Resources whose records can be restored from the trash; the others mark their records, and keep them until a date. */
const trashTypes = [
  'companies',
  'groups',
  'guests',
  'users',
  'videos',
  'vectos',
  'downloads',
  'templates',
  'webhooks',
  'views',
] as const

/** Users who manage a company's data, and the owner of a personal record. */
const holders = {
  root: 'all',
  partner: ['own', 'open', 'self'],
  admin: ['own', 'self'],
} as const satisfies Grant

/**
 * A deleted record, until it is restored or its retention period is over. `content`: the row, its files, the links
 * to it and its dependents. `createdAt`: when it was deleted.
 */
export const trash = defineResource(
  'trash',
  {
    label: text({ readOnly: true, search: true, sort: true, filter: true, max: 500 }),
    type: choice(trashTypes, { readOnly: true, filter: true, sort: true }),
    object: text({ readOnly: true, max: 500 }),
    company: link('companies', { readOnly: true, filter: true, sort: true, clearOnDelete: true }),
    /** Owner, for records that belong to a user and not to a company. */
    user: link('users', { readOnly: true, clearOnDelete: true }),
    by: link('users', { readOnly: true, filter: true, byLabel: true, namelessAbove: true }),
    purgeAt: date({ readOnly: true, sort: true }),
    content: json({ readOnly: true, read: [], lazy: true }),
  },
  {
    paths: { list: '/trash' },
    label: { fields: ['label'], otherwise: 'object' },
    company: 'company',
    user: 'user',
    grants: { read: holders, delete: holders },
    removal: 'final',
    withoutHistory: true,
    actions: { restore: { method: 'PATCH', grant: holders } },
    slots: { list: 'DeletedElsewhere' },
    bulk: { restore: { act: 'restore', limited: true } },
    list: {
      columns: [
        'label',
        'type',
        { path: 'company', only: ['root', 'partner'] },
        'by',
        'createdAt',
        'purgeAt',
      ],
      yielding: ['company', 'by', 'createdAt'],
      sort: ['createdAt', 'desc'],
      filters: ['label', 'type', { path: 'company', only: ['root', 'partner'] }],
    },
  },
)

/** The uid under which a deleted record is in the trash: known before it is deleted, and unlike any other's. */
export const trashUid = (resource: string, uid: string) => `${resource}-${uid}`
