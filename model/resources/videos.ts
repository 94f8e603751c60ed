import { defineResource } from '../define'
import { boolean, counter, file, integer, link, number, text } from '../fields'
import { staff } from '../grants'

/** A 360° video, the source of 3D videos. Ready, `pending: false`, once it is probed and made playable. */
export const videos = defineResource(
  'videos',
  {
    name: text({ required: true, search: true, sort: true, filter: true }),
    company: link('companies', { required: true, fixed: true, sort: true, filter: true }),
    file: file({ required: 'create', fixed: true, accept: ['video/mp4'] }),
    width: integer({ locked: true, sort: true }),
    height: integer({ locked: true }),
    duration: number({ locked: true, sort: true, format: 'seconds' }),
    size: counter({ sort: true, format: 'bytes' }),
    pending: boolean({ locked: true, default: true }),
    lowFile: file({ locked: true }),
    insv1: file({ locked: true }),
    insv2: file({ locked: true }),
    deleteInsv: boolean({ locked: true }),
    createdBy: link('users', { locked: true, sort: true, filter: true, byLabel: true }),
  },
  {
    paths: {
      list: '/video360',
      create: '/video360/create',
      show: '/video360/show/:id',
      edit: '/video360/modify/:id',
    },
    label: { fields: ['name'] },
    company: 'company',
    aliases: ['videos360'],
    grants: { read: staff, create: staff, update: staff, delete: staff },
    list: {
      columns: [
        'name',
        { path: 'company', only: ['root', 'partner'] },
        'duration',
        'size',
        'createdBy',
        'createdAt',
      ],
      hidden: ['width', 'height', 'updatedAt'],
      sort: ['createdAt', 'desc'],
      filters: ['name', { path: 'company', only: ['root', 'partner'] }, 'createdBy'],
      tabs: { completed: { filter: { pending: false } }, pending: { filter: { pending: true } } },
    },
    show: {
      tabs: {
        details: [
          'lowFile',
          'name',
          'company',
          'width',
          'height',
          'duration',
          'size',
          'pending',
          'file',
          'createdBy',
          'createdAt',
          'updatedAt',
        ],
        scenes: { list: 'vectos', by: 'video', pageSize: 15 },
        events: { list: 'events', by: 'object', pageSize: 30 },
      },
    },
    form: ['name', 'company', 'file'],
    counted: ['company', 'pending'],
    slots: { fields: { lowFile: 'VideoPlayer' } },
  },
)
