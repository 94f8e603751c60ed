import { defineResource } from '../define'
import { boolean, choices, link, text } from '../fields'
import { staff } from '../grants'
import { keysOf } from '../objects'
import { usualEvents, webhookEvents } from '../webhook-events'

/**
 * An address of a company that receives events (`model/webhook-events.ts`). The secret that signs the requests is
 * shown once. In the trash a webhook keeps its secret, and the events of that time are never sent to it.
 */
export const webhooks = defineResource(
  'webhooks',
  {
    name: text({ required: true, search: true, sort: true, max: 80 }),
    url: text({ required: true, max: 2000, example: 'https://hooks.museum.example/vecto' }),
    company: link('companies', { required: true, immutable: true, sort: true, filter: true }),
    active: boolean({ default: true }),
    events: choices(keysOf(webhookEvents), { required: true, default: usualEvents, filter: true }),
    sealedSecret: text({ readOnly: true, read: [], max: 500 }),
  },
  {
    paths: {
      list: '/webhooks',
      create: '/webhooks/create',
      show: '/webhooks/show/:id',
      edit: '/webhooks/modify/:id',
    },
    label: { fields: ['name'] },
    company: 'company',
    grants: { read: staff, create: staff, update: staff, delete: staff },
    actions: { test: { method: 'POST', grant: staff, enabledBy: 'active' } },
    confidential: true,
    list: {
      columns: ['name', 'url', { path: 'company', only: ['root', 'partner'] }, 'active', 'createdAt'],
      hidden: ['updatedAt'],
      yielding: ['createdAt'],
      sort: ['createdAt', 'desc'],
      filters: [{ path: 'company', only: ['root', 'partner'] }],
    },
    show: {
      tabs: {
        details: ['name', 'url', 'company', 'active', 'events', 'createdAt', 'updatedAt'],
        deliveries: { list: 'deliveries', by: 'webhook', pageSize: 15 },
      },
    },
    computed: ['secret'],
  },
)
