import { defineResource } from '../define'
import { choice, counter, date, email, json, link, multiline, text } from '../fields'
import { languages } from '../languages'
import { templateActions } from '../mail/mail-templates'

const rootAlone = { root: 'all' } as const

/** `sending`: the SMTP session is open; `failed` permanently; `kept` as a file if no mail server is configured. */
const mailStatuses = ['waiting', 'sending', 'sent', 'failed', 'kept'] as const

/** An e-mail, from the change that wanted it to the mail server's word; the row is the queue. */
export const mails = defineResource(
  'mails',
  {
    email: email({ readOnly: true, search: true, sort: true, filter: true }),
    action: choice(templateActions, { readOnly: true, filter: true }),
    subject: text({ readOnly: true, search: true, max: 500 }),
    lang: choice(languages, { readOnly: true }),
    status: choice(mailStatuses, { readOnly: true, default: 'waiting', filter: true, format: 'status' }),
    attempts: counter(),
    /** The last response of the mail server, or the last connection error. */
    reason: multiline({ readOnly: true }),
    reasonCode: text({ readOnly: true }),
    user: link('users', { readOnly: true, filter: true, clearOnDelete: true }),
    company: link('companies', { readOnly: true, filter: true, clearOnDelete: true }),
    triedAt: date({ readOnly: true, sort: true }),
    sentAt: date({ readOnly: true, sort: true }),
    /** Time of the next attempt: after a backoff, or because the server that was sending it is gone. */
    nextAt: date({ readOnly: true, sort: true }),
    /** `{html, text, traceparent}`; it may hold a key, so it is emptied once a mail server has taken it. */
    message: json({ readOnly: true, lazy: true, excludeFromHistory: true }),
  },
  {
    paths: { list: '/admin/outbox', show: '/admin/outbox/show/:id' },
    label: { fields: ['subject'], otherwise: 'email' },
    grants: { read: rootAlone },
    actions: { retry: { method: 'PATCH', grant: rootAlone, when: ['waiting', 'failed', 'kept'] } },
    confidential: true,
    list: {
      columns: ['email', 'action', 'subject', 'status', 'attempts', 'createdAt'],
      hidden: ['lang', 'sentAt', 'user', 'company', 'reason', 'triedAt', 'nextAt'],
      sort: ['createdAt', 'desc'],
      filters: ['keywords', 'action'],
      tabs: {
        all: { filter: {} },
        waiting: { filter: { status: ['waiting', 'sending'] } },
        sent: { filter: { status: 'sent' } },
        failed: { filter: { status: 'failed' } },
        kept: { filter: { status: 'kept' } },
      },
    },
    show: {
      tabs: {
        details: [
          'email',
          'action',
          'subject',
          'lang',
          'status',
          'reason',
          'attempts',
          'user',
          'company',
          'createdAt',
          'triedAt',
          'nextAt',
          'sentAt',
        ],
      },
    },
    states: {
      field: 'status',
      initial: 'waiting',
      transitions: {
        waiting: ['sending'],
        sending: ['waiting', 'sent', 'failed', 'kept'],
        failed: ['waiting'],
        kept: ['waiting'],
      },
    },
    counted: ['status'],
    slots: { details: 'MailMessage' },
  },
)
