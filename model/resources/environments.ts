import { defineResource } from '../define'
import { counter, date, link, text } from '../fields'
import { staff } from '../grants'
import { delayedFields, delayedStates, restoring } from '../states'

/** An environment, which an author publishes with the application; each publication is a version. */
export const environments = defineResource(
  'environments',
  {
    name: text({ readOnly: true, search: true, sort: true, filter: true }),
    company: link('companies', { readOnly: true, sort: true, filter: true }),
    createdBy: link('users', { readOnly: true, sort: true, filter: true, byLabel: true }),
    versions: counter({ sort: true }),
    latestVersionAt: date({ readOnly: true, sort: true, filter: true, absence: true }),
    ...delayedFields,
  },
  {
    paths: { list: '/environments', show: '/environments/show/:id' },
    label: { fields: ['name'] },
    company: 'company',
    grants: { read: staff, delete: { root: 'all' } },
    list: {
      columns: ['name', 'company', 'versions', 'latestVersionAt', 'createdBy', 'createdAt', 'status'],
      hidden: ['deletableAt', 'updatedAt'],
      yielding: ['createdBy', 'createdAt', 'versions'],
      sort: ['latestVersionAt', 'desc'],
      filters: ['name', 'company', 'createdBy', 'latestVersionAt', 'createdAt'],
      tabs: {
        completed: { filter: { status: ['completed', 'deletable'] } },
        pending: { filter: { status: 'pending' } },
        deletable: { filter: { status: 'deletable' } },
      },
    },
    show: {
      keyFacts: ['company', 'versions', 'latestVersionAt'],
      tabs: {
        details: [
          'name',
          'company',
          'versions',
          'latestVersionAt',
          'status',
          'deletableAt',
          'createdBy',
          'createdAt',
          'updatedAt',
        ],
        versions: { list: 'versions', by: 'environment', pageSize: 15 },
        scenes: { list: 'vectos', at: 'vectos', pageSize: 15 },
        medias: { list: 'medias', at: 'useMedias', pageSize: 1000 },
        events: { list: 'events', by: 'object', pageSize: 30 },
      },
    },
    lists: {
      vectos: { list: 'vectos', through: 'shares', from: 'environment', to: 'vecto' },
      useMedias: { list: 'medias', through: 'shares', from: 'environment', to: 'media' },
    },
    states: delayedStates,
    removal: 'delayed',
    counted: ['company', 'status'],
    actions: restoring,
  },
)
