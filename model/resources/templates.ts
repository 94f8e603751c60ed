import { defineResource } from '../define'
import { boolean, choice, link, rich, text } from '../fields'
import { templateActions } from '../mail/mail-templates'

const rootAlone = { root: 'all' } as const

/** The text of an e-mail; the latest active one of an action serves. */
export const templates = defineResource(
  'templates',
  {
    name: text({ required: true, search: true, sort: true, filter: true }),
    type: choice(['email'], { default: 'email', filter: true }),
    action: choice(templateActions, { required: true, filter: true, sort: true }),
    active: boolean({ default: true, sort: true }),
    subject: rich('minimal'),
    content: rich('medium'),
    createdBy: link('users', { readOnly: true }),
  },
  {
    paths: {
      list: '/templates',
      create: '/templates/create',
      show: '/templates/show/:id',
      edit: '/templates/modify/:id',
    },
    label: { fields: ['name'] },
    grants: { read: rootAlone, create: rootAlone, update: rootAlone, delete: rootAlone },
    bulk: { delete: { act: 'delete' } },
    list: {
      columns: ['name', 'action', 'type', 'active', 'createdBy', 'createdAt'],
      hidden: ['updatedAt'],
      sort: ['createdAt', 'desc'],
      filters: ['name', 'action'],
    },
    show: {
      tabs: {
        details: [
          'name',
          'type',
          'action',
          'active',
          'subject',
          'content',
          'createdBy',
          'createdAt',
          'updatedAt',
        ],
        events: { list: 'events', by: 'object', pageSize: 15 },
      },
    },
    form: ['name', 'type', 'action', 'active', 'subject', 'content'],
    sections: { use: 'name', message: 'subject' },
    slots: { form: 'TemplatePreview', fields: { active: 'TemplateUse' } },
  },
)
