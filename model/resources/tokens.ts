import { defineResource } from '../define'
import { choice, date, link, text } from '../fields'
import type { Grant } from '../grants'

/** Access levels of an API token, from the narrowest. A token never has more access than its user. */
const tokenAccesses = ['read', 'content'] as const
export type TokenAccess = (typeof tokenAccesses)[number]

/** A company's administrators and partner see and revoke its users' tokens. */
const holders = { root: 'all', partner: ['own', 'self'], admin: ['own', 'self'] } as const satisfies Grant

/** A user's token for programs. Its secret is shown once; the database has a hash of it. */
export const tokens = defineResource(
  'tokens',
  {
    name: text({ required: true, search: true, sort: true, max: 80 }),
    access: choice(tokenAccesses, { required: 'create', immutable: true, default: 'read', filter: true }),
    /** Days. */
    lifetime: choice(['7', '30', '90', '365'], { required: 'create', immutable: true, default: '90' }),
    user: link('users', { readOnly: true, filter: true, byLabel: true, clearOnDelete: true }),
    company: link('companies', { readOnly: true, filter: true, clearOnDelete: true }),
    /** The last characters of the token, by which its holder knows it. */
    ending: text({ readOnly: true, max: 8 }),
    expiresAt: date({ readOnly: true, sort: true }),
    usedAt: date({ readOnly: true, sort: true, excludeFromHistory: true }),
    secretHash: text({ readOnly: true, read: [] }),
  },
  {
    paths: { list: '/tokens', create: '/tokens/create' },
    label: { fields: ['name'] },
    // A revocation is final: a leaked token must never become valid again.
    removal: 'final',
    company: 'company',
    user: 'user',
    grants: {
      read: holders,
      create: { root: 'self', partner: 'self', admin: 'self' },
      delete: holders,
    },
    confidential: true,
    list: {
      columns: ['name', 'access', 'ending', 'user', 'expiresAt', 'usedAt'],
      hidden: ['company', 'createdAt'],
      yielding: ['ending', 'user'],
      sort: ['createdAt', 'desc'],
      filters: ['user'],
    },
    form: ['name', 'access', 'lifetime'],
    computed: ['secret'],
  },
)
