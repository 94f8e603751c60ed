import { defineResource } from '../define'
import { choice, date, email, link, text } from '../fields'
import { managing, staff } from '../grants'

/** Maximum number of guests of a group that one request adds or removes. */
export const guestsAtOnce = 50

/** A person invited into a group of a company; `me/invitations` is the invited user's view of the same record. */
export const guests = defineResource(
  'guests',
  {
    'guest.email': email({ required: 'create', search: true, sort: true, filter: true, immutable: true }),
    'guest.label': text({ readOnly: true, search: true, sort: true }),
    group: link('groups', {
      sameCompany: 'company',
      required: 'create',
      immutable: true,
      filter: true,
      sort: true,
    }),
    company: link('companies', { required: true, immutable: true, filter: true }),
    user: link('users', { readOnly: true, filter: true, clearOnDelete: true }),
    createdBy: link('users', { readOnly: true, filter: true }),
    status: choice(['pending', 'accepted'], {
      readOnly: true,
      default: 'pending',
      filter: true,
      sort: true,
      format: 'status',
    }),
    acceptedAt: date({ readOnly: true, sort: true }),
  },
  {
    paths: { list: '/company/guests/:pid', create: '/company/:parent/guest/create' },
    label: { fields: ['guest.label'], otherwise: 'guest.email' },
    parent: 'company',
    company: 'company',
    user: 'user',
    grants: {
      read: managing,
      create: staff,
      delete: staff,
    },
    list: {
      columns: ['guest.email', 'guest.label', 'group', 'status', 'createdBy', 'createdAt'],
      hidden: ['acceptedAt', 'updatedAt'],
      sort: ['createdAt', 'desc'],
      filters: ['guest.email'],
    },
    form: ['company', 'group', 'guest.email'],
    actions: { resend: { method: 'POST', grant: staff, when: ['pending'] } },
    states: { field: 'status', initial: 'pending', transitions: { pending: ['accepted'] } },
  },
)
