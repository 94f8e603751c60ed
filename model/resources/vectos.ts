import { defineResource } from '../define'
import { choice, file, integer, json, link, links, multiline, number, text } from '../fields'
import { staff } from '../grants'
import { failed, underWay, vectoMoves, vectoStatuses } from '../vecto-states'

const completed = ['completed'] as const

/** A 3D video made from a part of a 360° one. Offsets and duration in seconds, framerate in images a second. */
export const vectos = defineResource(
  'vectos',
  {
    name: text({ required: 'create', fixed: true, search: true, sort: true, filter: true }),
    mode: choice(['fast', 'accurate.video', 'accurate.image'], {
      required: 'create',
      fixed: true,
      default: 'accurate.video',
      filter: true,
    }),
    video: link('videos', { required: 'create', fixed: true, filter: true }),
    company: link('companies', { locked: true, sort: true, filter: true }),
    framerate: integer({ required: 'create', fixed: true, min: 1, max: 240 }),
    offsetStart: number({ required: 'create', fixed: true, min: 0, format: 'seconds' }),
    offsetEnd: number({ required: 'create', fixed: true, min: 0, format: 'seconds' }),
    duration: number({ required: 'create', fixed: true, min: 0, sort: true, format: 'seconds' }),
    defaultAccessList: links('users', { within: 'company', when: completed }),
    accessList: links('users', { within: 'company', when: completed }),
    status: choice(vectoStatuses, {
      locked: true,
      default: 'new',
      filter: true,
      sort: true,
      format: 'status',
    }),
    /** While it is made: `{done: 0..1, secondsLeft}`. */
    progress: json({ locked: true, untold: true }),
    reason: multiline({ locked: true, rare: true }),
    reasonCode: text({ locked: true }),
    'files.data': file({ locked: true, fetch: { only: ['root'], when: completed } }),
    /** What the panel plays: the same film, smaller. */
    lowFile: file({ locked: true }),
    version: text({ locked: true, rare: true }),
    revision: integer({ locked: true, rare: true }),
    course: choice(['linear', 'nonLinear'], { locked: true, rare: true }),
    specialUsage: text({ locked: true, rare: true }),
    engine: json({ locked: true }),
    events: json({ locked: true, untold: true }),
    createdBy: link('users', { locked: true, sort: true, filter: true, byLabel: true }),
    log: json({ locked: true, apart: true }),
    /** While it is being renamed. */
    newname: text({ locked: true, read: [] }),
  },
  {
    paths: { list: '/video3d', show: '/video3d/show/:pid/:id' },
    label: { fields: ['name'] },
    parent: 'video',
    flat: 'videos3d',
    company: 'company',
    grants: { read: staff, create: staff, update: staff, delete: staff },
    actions: {
      retry: { method: 'PATCH', grant: staff, when: failed },
      cancel: { method: 'PATCH', grant: staff, when: underWay, confirm: true },
    },
    list: {
      columns: [
        'name',
        { path: 'company', only: ['root', 'partner'] },
        'duration',
        'status',
        'createdBy',
        'createdAt',
      ],
      hidden: [
        'mode',
        'framerate',
        'video',
        'offsetStart',
        'offsetEnd',
        'specialUsage',
        'version',
        'revision',
        'course',
        'updatedAt',
      ],
      sort: ['createdAt', 'desc'],
      filters: ['name', { path: 'company', only: ['root', 'partner'] }, 'createdBy', 'mode'],
      needsCompany: true,
      tabs: {
        completedScenes: { filter: { status: ['completed'] } },
        progressScenes: {
          filter: {
            status: vectoStatuses.filter(status => status !== 'completed' && !failed.includes(status)),
          },
        },
        failedScenes: { filter: { status: failed } },
      },
    },
    show: {
      tabs: {
        details: [
          'lowFile',
          'files.data',
          'name',
          'status',
          'reason',
          'mode',
          'video',
          'company',
          'framerate',
          'offsetStart',
          'offsetEnd',
          'duration',
          'version',
          'revision',
          'course',
          'specialUsage',
          'accessList',
          'defaultAccessList',
          'createdBy',
          'createdAt',
          'updatedAt',
        ],
        shares: { list: 'shares', at: 'shares', pageSize: 20 },
        events: { list: 'events', by: 'object', pageSize: 20 },
      },
    },
    lists: { shares: { list: 'shares', by: 'vecto' } },
    states: { field: 'status', initial: 'new', moves: vectoMoves },
    counted: ['company', 'status'],
    slots: {
      actions: 'VectoActions',
      details: 'VectoProgress',
      fields: { lowFile: 'StereoPlayer', status: 'JobStatus', reason: 'JobReason' },
    },
  },
)
