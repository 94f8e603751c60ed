import { defineResource } from '../define'
import { choice, counter, file, link, tags, text, thumbnail } from '../fields'
import { staff } from '../grants'
import { delayedFields, delayedStates, restoring } from '../states'

const thumbProblems = ['unsupported', 'unreadable', 'too_large'] as const
export type ThumbProblem = (typeof thumbProblems)[number]

export const medias = defineResource(
  'medias',
  {
    file: file({ required: 'create', filter: true }),
    name: text({ required: true, search: true, sort: true, filter: true, max: 200 }),
    company: link('companies', { required: true, immutable: true, sort: true, filter: true }),
    specialUsage: choice(['generic', 'templateMedia', 'icon', 'preview', 'overlayIcon'], {
      filter: true,
      creatable: ['templateMedia'],
    }),
    tags: tags({ filter: true }),
    contentType: text({
      example: 'image/png',
      required: 'create',
      sort: true,
      filter: true,
      immutable: true,
    }),
    checksum: text({ example: 'b64-1B2M2Y8AsgTpgAmY7PhCfg==', required: 'create', immutable: true }),
    size: counter({ sort: true, format: 'bytes' }),
    createdBy: link('users', { readOnly: true, sort: true, filter: true, byLabel: true }),
    versions: counter({ sort: true }),
    shares: counter({ sort: true }),
    ...delayedFields,
    thumbRef256: thumbnail(),
    thumbRef128: thumbnail(),
    filethumb: thumbnail(),
    /** Reason for a missing thumbnail. `unsupported`: the server has no decoder for its format, such as HEIC. */
    thumbProblem: choice(thumbProblems, { readOnly: true, excludeFromHistory: true }),
  },
  {
    paths: {
      list: '/medias',
      create: '/medias/create',
      show: '/medias/show/:id',
      edit: '/medias/modify/:id',
    },
    label: { fields: ['name'] },
    company: 'company',
    grants: { read: staff, create: staff, update: staff, delete: { root: 'all' } },
    list: {
      columns: ['thumbRef128', 'name', 'company', 'size', 'createdBy', 'createdAt', 'status'],
      hidden: ['contentType', 'specialUsage', 'tags', 'versions', 'shares', 'updatedAt', 'checksum'],
      yielding: ['createdBy', 'size', 'createdAt'],
      sort: ['createdAt', 'desc'],
      filters: ['name', 'company', 'createdBy', 'specialUsage', 'createdAt'],
      requiresCompany: true,
      tabs: {
        completed: { filter: { status: ['completed', 'deletable'] } },
        grid: { filter: { status: ['completed', 'deletable'] }, view: 'grid', pageSizes: [9, 12, 15] },
        pending: { filter: { status: 'pending' } },
        deletable: { filter: { status: 'deletable' } },
      },
    },
    show: {
      hero: 'file',
      tabs: {
        details: [
          'file',
          'thumbProblem',
          'name',
          'company',
          'specialUsage',
          'tags',
          'contentType',
          'size',
          'versions',
          'shares',
          'status',
          'deletableAt',
          'createdBy',
          'createdAt',
          'updatedAt',
          'checksum',
        ],
        shares: { list: 'shares', at: 'shares', pageSize: 20 },
        events: { list: 'events', by: 'object', pageSize: 10 },
      },
    },
    form: ['file', 'name', 'company', 'specialUsage', 'tags', 'contentType', 'checksum'],
    lists: { shares: { list: 'shares', by: 'media' } },
    states: delayedStates,
    removal: 'delayed',
    counted: ['company', 'status'],
    bulk: {
      tag: { act: 'update', add: 'tags', undo: 'untag' },
      untag: { act: 'update', remove: 'tags', undo: 'tag' },
      delete: { act: 'delete', undo: 'restore' },
      restore: { act: 'restore' },
    },
    actions: {
      ...restoring,
      regenerate: { method: 'GET', grant: staff, when: ['completed'] },
    },
    slots: {
      fields: {
        file: 'MediaFile',
        contentType: 'FromFile',
        checksum: 'FromFile',
        thumbRef128: 'MediaThumb',
      },
      grid: 'MediaCard',
      list: 'MediaListActions',
    },
  },
)
