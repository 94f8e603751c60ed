import { defineResource } from '../define'
import { file, integer, json, link, links } from '../fields'
import { staff } from '../grants'
import { delayedFields, delayedStates, restoring } from '../states'

/** One publication of an environment: its file, its access lists, its contents. */
export const versions = defineResource(
  'versions',
  {
    environment: link('environments', { readOnly: true, filter: true, deletedWithTarget: true }),
    revision: integer({ readOnly: true, sort: true, filter: true }),
    company: link('companies', { readOnly: true, filter: true }),
    createdBy: link('users', { readOnly: true, filter: true, byLabel: true }),
    size: integer({ readOnly: true, sort: true, format: 'bytes', default: 0 }),
    ...delayedFields,
    accessList: links('users', { requiredUnless: 'accessGroups', sameCompany: 'company' }),
    /** Groups with access, including members who join later. */
    accessGroups: links('groups', { sameCompany: 'company', filter: true }),
    file: file({ readOnly: true, fetch: { only: ['root'], when: ['completed', 'deletable'] } }),
    tree: json({ readOnly: true, lazy: true }),
    log: json({ readOnly: true, lazy: true }),
  },
  {
    paths: {
      list: '/environments/show/:pid#versions',
      show: '/environments/:pid/versions/:id/tree',
    },
    label: { fields: ['revision'] },
    parent: 'environment',
    company: 'company',
    grants: { read: staff, update: staff, delete: { root: 'all' } },
    list: {
      columns: ['revision', 'status', 'size', 'accessList', 'createdBy', 'createdAt', 'updatedAt'],
      hidden: ['company', 'accessGroups', 'deletableAt'],
      sort: ['createdAt', 'desc'],
      pageSize: 15,
      filters: [],
    },
    show: {
      keyFacts: ['environment', 'revision', 'size', 'accessList'],
      tabs: {
        tree: 'slot',
        compare: 'slot',
        details: [
          'environment',
          'revision',
          'company',
          'size',
          'status',
          'deletableAt',
          'accessList',
          'accessGroups',
          'file',
          'createdBy',
          'createdAt',
          'updatedAt',
        ],
        scenes: { list: 'vectos', at: 'vectos', pageSize: 15 },
        medias: { list: 'medias', at: 'useMedias', pageSize: 1000 },
        events: { list: 'events', by: 'object', pageSize: 30 },
      },
    },
    lists: {
      vectos: { list: 'vectos', through: 'shares', from: 'version', to: 'vecto' },
      useMedias: { list: 'medias', through: 'shares', from: 'version', to: 'media' },
    },
    states: delayedStates,
    removal: 'delayed',
    actions: {
      ...restoring,
      rollBack: { method: 'POST', grant: staff, when: ['completed'], confirm: true, creates: true },
    },
    slots: { actions: 'VersionActions', tabs: { tree: 'VersionTree', compare: 'VersionCompare' } },
  },
)
