import { defineResource } from '../define'
import { boolean, choice, counter, date, file, rich, text } from '../fields'
import { everyone } from '../grants'
import { languages } from '../languages'

const rootAlone = { root: 'all' } as const

/** An installer of the applications, offered to everyone once it is accessible. */
export const downloads = defineResource(
  'downloads',
  {
    name: text({ required: true, search: true, sort: true, filter: true }),
    version: text({ sort: true, filter: true, format: 'version', max: 40 }),
    notes: rich('full'),
    file: file({ required: 'create', accept: ['application/x-msdownload'] }),
    lang: choice(languages, { filter: true, sort: true }),
    accessible: boolean({ sort: true }),
    downloadCount: counter({ sort: true }),
    downloadLast: date({ readOnly: true, sort: true }),
    status: choice(['active', 'disabled'], { default: 'active', filter: true, sort: true, format: 'status' }),
  },
  {
    paths: {
      list: '/downloads',
      create: '/downloads/create',
      show: '/downloads/show/:id',
      edit: '/downloads/modify/:id',
    },
    label: { fields: ['name'] },
    published: { accessible: true, status: 'active' },
    grants: {
      read: { ...everyone('published'), root: 'all' },
      create: rootAlone,
      update: rootAlone,
      delete: rootAlone,
    },
    bulk: { delete: { act: 'delete' } },
    list: {
      columns: ['name', 'version', 'lang', 'accessible', 'downloadCount', 'status', 'createdAt'],
      hidden: ['downloadLast', 'updatedAt'],
      sort: ['createdAt', 'desc'],
      filters: ['name', 'lang', 'accessible'],
    },
    show: {
      tabs: {
        details: [
          'file',
          'name',
          'version',
          'lang',
          'accessible',
          'status',
          'downloadCount',
          'downloadLast',
          'notes',
          'createdAt',
          'updatedAt',
        ],
        events: { list: 'events', by: 'object', pageSize: 15 },
      },
    },
    form: ['file', 'name', 'version', 'lang', 'accessible', 'status', 'notes'],
    slots: { fields: { file: 'InstallerFile' } },
  },
)
