import { defineResource } from '../define'
import { choice, counter, date, integer, json, link, multiline } from '../fields'
import { staff } from '../grants'
import { deliveryTypes } from '../webhook-events'

/** `sending`: the request is under way; `failed`: given up. */
const deliveryStates = ['waiting', 'sending', 'delivered', 'failed'] as const

/** A request of a webhook, from the change that it announces to the receiver's response; the row is the queue entry. */
export const deliveries = defineResource(
  'deliveries',
  {
    webhook: link('webhooks', { readOnly: true, filter: true, deletedWithTarget: true }),
    company: link('companies', { readOnly: true, filter: true, clearOnDelete: true }),
    type: choice(deliveryTypes, { readOnly: true }),
    status: choice(deliveryStates, { readOnly: true, default: 'waiting', filter: true, format: 'status' }),
    attempts: counter(),
    /** The HTTP status of the last answer. */
    answer: integer({ readOnly: true }),
    /** The last error. */
    reason: multiline({ readOnly: true }),
    /** The body of the request. */
    payload: json({ readOnly: true, lazy: true, excludeFromHistory: true }),
    triedAt: date({ readOnly: true }),
    nextAt: date({ readOnly: true, sort: true }),
    deliveredAt: date({ readOnly: true }),
  },
  {
    paths: { list: '/webhooks/deliveries', show: '/webhooks/deliveries/show/:id' },
    label: { fields: ['type'] },
    company: 'company',
    grants: { read: staff },
    actions: { retry: { method: 'PATCH', grant: staff, when: ['waiting', 'failed', 'delivered'] } },
    confidential: true,
    list: {
      columns: ['createdAt', 'webhook', 'type', 'status', 'answer', 'attempts'],
      hidden: ['reason', 'triedAt', 'nextAt', 'deliveredAt', 'company'],
      sort: ['createdAt', 'desc'],
      filters: ['webhook'],
      tabs: {
        all: { filter: {} },
        waiting: { filter: { status: ['waiting', 'sending'] } },
        delivered: { filter: { status: 'delivered' } },
        failed: { filter: { status: 'failed' } },
      },
    },
    show: {
      tabs: {
        details: [
          'webhook',
          'type',
          'status',
          'answer',
          'reason',
          'attempts',
          'createdAt',
          'triedAt',
          'nextAt',
          'deliveredAt',
        ],
      },
    },
    states: {
      field: 'status',
      initial: 'waiting',
      transitions: {
        waiting: ['sending'],
        sending: ['waiting', 'delivered', 'failed'],
        failed: ['waiting'],
        delivered: ['waiting'],
      },
    },
    counted: ['company', 'status'],
  },
)
