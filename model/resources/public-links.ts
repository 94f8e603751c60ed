import { defineResource } from '../define'
import { boolean, choice, counter, date, link, number, password, tags, text } from '../fields'
import { vectos } from './vectos'

/** Who may change a 3D video may show it to anyone: a role that gets the one right gets the other. */
const sharing = vectos.grants.update ?? {}

/** `ended`: its date has passed. */
const linkStatuses = ['active', 'ended', 'revoked'] as const

/**
 * A link with which anyone watches one 3D video without an account. Its address is shown once; the database has a hash of the
 * secret in it. It works as long as its maker may change the 3D video.
 */
export const publicLinks = defineResource(
  'public_links',
  {
    name: text({ required: true, search: true, sort: true, max: 80, example: 'Website of the museum' }),
    vecto: link('vectos', { required: 'create', immutable: true, deletedWithTarget: true }),
    company: link('companies', { readOnly: true }),
    status: choice(linkStatuses, { readOnly: true, default: 'active', filter: true, format: 'status' }),
    /** Absent on creation: in thirty days. */
    expiresAt: date({ immutable: true, sort: true }),
    password: password({ immutable: true }),
    hasPassword: boolean({ readOnly: true }),
    /** Host names of the websites that may embed the player; none: it can only be opened at its own address. */
    domains: tags({ immutable: true }),
    views: counter({ excludeFromHistory: true, sort: true }),
    /** Watch time. */
    seconds: number({ readOnly: true, excludeFromHistory: true, format: 'seconds' }),
    createdBy: link('users', { readOnly: true, byLabel: true }),
    secretHash: text({ readOnly: true, read: [] }),
    passwordHash: text({ readOnly: true, read: [], max: 500 }),
  },
  {
    paths: { list: '/public-links' },
    label: { fields: ['name'] },
    // A revocation is final: a link that was passed on must never work again.
    removal: 'final',
    company: 'company',
    grants: { read: sharing, create: sharing, delete: sharing },
    actions: { revoke: { method: 'PATCH', grant: sharing, when: ['active'], confirm: true } },
    states: {
      field: 'status',
      initial: 'active',
      transitions: { active: ['ended', 'revoked'], ended: [], revoked: [] },
    },
    list: {
      columns: ['name', 'status', 'createdBy', 'expiresAt', 'views', 'seconds'],
      hidden: ['vecto', 'hasPassword', 'domains', 'createdAt', 'company'],
      yielding: ['createdBy', 'seconds', 'views'],
      sort: ['createdAt', 'desc'],
      filters: ['name'],
    },
    form: ['name', 'expiresAt', 'password', 'domains'],
    computed: ['url'],
  },
)
