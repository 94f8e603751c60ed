import { defineResource } from '../define'
import { choice, json, link, text } from '../fields'

/** Events about sign-in and permissions. `signInBlocked`: too many wrong attempts for one account. */
const securityEventKinds = [
  'signInFailed',
  'signInBlocked',
  'refused',
  'passwordChanged',
  'passwordReset',
  'emailChanged',
  'roleChanged',
  'statusChanged',
  'secondFactorOn',
  'secondFactorOff',
  'recoveryCodesRenewed',
  'passkeyAdded',
  'passkeyRemoved',
  'thirdPartyUnlinked',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

/** A security event: its user, its author and its network address. Written only by the server, read by root. */
export const securityEvents = defineResource(
  'security_events',
  {
    event: choice(securityEventKinds, { readOnly: true, filter: true, sort: true }),
    user: link('users', { readOnly: true, filter: true, clearOnDelete: true, byLabel: true }),
    by: link('users', { readOnly: true, filter: true, clearOnDelete: true, byLabel: true }),
    company: link('companies', { readOnly: true, filter: true, clearOnDelete: true }),
    address: text({ readOnly: true, filter: true }),
    /** `{from, to}` of what changed; `{action, code}` of a refusal. Never a password, a key or a code. */
    details: json({ readOnly: true }),
  },
  {
    paths: { list: '/admin/security' },
    label: { fields: ['event'] },
    withoutHistory: true,
    grants: { read: { root: 'all' } },
    confidential: true,
    list: {
      columns: ['createdAt', 'event', 'user', 'details', 'by', 'address'],
      hidden: ['company'],
      sort: ['createdAt', 'desc'],
      filters: ['event', 'user', 'company'],
    },
    counted: ['event'],
    slots: { list: 'AuditTabs', fields: { details: 'SecurityDetails' } },
  },
)
