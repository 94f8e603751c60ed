import { defineResource } from '../define'
import { boolean, choice, json, link, text } from '../fields'
import { everyone } from '../grants'
import { allNotificationKinds } from '../notification-kinds'

const mine = everyone('self')

/** A notification of a user. Written by the server, read only by its user, in their current language. */
export const notifications = defineResource(
  'notifications',
  {
    title: text({ readOnly: true, search: true, max: 300 }),
    detail: text({ readOnly: true, max: 500 }),
    /** `{title, detail}` by language. */
    texts: json({ readOnly: true }),
    kind: choice(allNotificationKinds, { readOnly: true, filter: true }),
    /** The panel's address of the subject. */
    path: text({ readOnly: true, max: 300 }),
    read: boolean({ example: true, filter: true, write: ['self'] }),
    /** The session whose tabs have shown the outcome themselves, if one caused it. */
    causedBy: text({ readOnly: true, read: [] }),
    user: link('users', { readOnly: true, clearOnDelete: true }),
  },
  {
    paths: { list: '/notifications' },
    label: { fields: ['title'] },
    // Users delete read notifications in bulk, without confirmation: the subject still exists.
    removal: 'final',
    withoutHistory: true,
    user: 'user',
    grants: { read: mine, update: mine, delete: mine },
    ownList: true,
    confidential: true,
    bulk: {
      markRead: { act: 'update', set: { read: true }, undo: 'markUnread' },
      markUnread: { act: 'update', set: { read: false }, undo: 'markRead' },
      delete: { act: 'delete' },
    },
    list: {
      columns: ['title', 'kind', 'createdAt'],
      yielding: ['kind'],
      sort: ['createdAt', 'desc'],
      filters: ['keywords', 'kind', 'createdAt'],
      tabs: { all: { filter: {} }, unread: { filter: { read: false } } },
    },
    slots: { fields: { title: 'NotificationTitle' } },
  },
)
