import { defineResource } from '../define'
import { choice, integer, link, multiline } from '../fields'
import { managing } from '../grants'

/** Minimum first purchase of a new customer: its administrator needs a seat, and an active one. */
export const firstPurchases = { users: 1, maxActive: 1, minutes: 0 } as const

/** A purchase or return of a company; its quotas are their sum (decisions §6). */
export const purchases = defineResource(
  'purchases',
  {
    type: choice(['users', 'maxActive', 'minutes'], { required: true, filter: true, sort: true }),
    quantity: integer({ required: true, sort: true, min: -1_000_000, max: 1_000_000 }),
    company: link('companies', { required: true, immutable: true, filter: true }),
    comment: multiline({ max: 2000 }),
    createdBy: link('users', { readOnly: true }),
  },
  {
    paths: { list: '/company/purchases/:pid', create: '/company/:parent/purchase/create' },
    label: { fields: ['type'] },
    parent: 'company',
    company: 'company',
    grants: {
      read: managing,
      create: { root: 'all' },
    },
    list: {
      columns: ['createdAt', 'type', 'quantity', 'comment', 'createdBy'],
      sort: ['createdAt', 'desc'],
      pageSize: 15,
      filters: ['type'],
    },
    form: ['company', 'type', 'quantity', 'comment'],
    countersIn: ['companies'],
    slots: { fields: { quantity: 'SignedQuantity' } },
  },
)
