import { defineResource } from '../define'
import {
  boolean,
  choice,
  file,
  integer,
  json,
  link,
  links,
  multiline,
  number,
  text,
  thumbnail,
} from '../fields'
import { staff } from '../grants'
import { grades, highestCamera, lowestCamera } from '../video/depth-report'
import { failed, underWay, vectoMoves, vectoStatuses } from '../video/processing-states'

const completed = ['completed'] as const

/** A 3D video made from a part of a 360° one. Offsets and duration in seconds, framerate in images a second. */
export const vectos = defineResource(
  'vectos',
  {
    name: text({ required: 'create', immutable: true, search: true, sort: true, filter: true }),
    mode: choice(['fast', 'accurate.video', 'accurate.image'], {
      required: 'create',
      immutable: true,
      default: 'accurate.video',
      filter: true,
    }),
    video: link('videos', { required: 'create', immutable: true, filter: true }),
    company: link('companies', { readOnly: true, sort: true, filter: true }),
    framerate: integer({ example: 29, required: 'create', immutable: true, min: 1, max: 240 }),
    /** In metres above the ground; empty: the engine assumes 1.5 m. */
    cameraHeight: number({
      example: 1.5,
      immutable: true,
      min: lowestCamera,
      max: highestCamera,
    }),
    offsetStart: number({ example: 0, required: 'create', immutable: true, min: 0, format: 'seconds' }),
    offsetEnd: number({ example: 10, required: 'create', immutable: true, min: 0, format: 'seconds' }),
    duration: number({
      example: 10,
      required: 'create',
      immutable: true,
      min: 0,
      sort: true,
      format: 'seconds',
    }),
    defaultAccessList: links('users', { sameCompany: 'company', when: completed }),
    accessList: links('users', { sameCompany: 'company', when: completed, absence: true }),
    /** Groups with access, including members who join later. */
    accessGroups: links('groups', {
      sameCompany: 'company',
      when: completed,
      filter: true,
    }),
    status: choice(vectoStatuses, {
      readOnly: true,
      default: 'new',
      filter: true,
      sort: true,
      format: 'status',
    }),
    /** `{done: 0..1, secondsLeft}` while the video is processed. */
    progress: json({ readOnly: true, excludeFromHistory: true }),
    reason: multiline({ readOnly: true }),
    reasonCode: text({ readOnly: true }),
    'files.data': file({ readOnly: true, fetch: { only: ['root'], when: completed } }),
    /** Smaller copy of the video, which the panel plays. */
    lowFile: file({ readOnly: true }),
    /** Images of the left eye along the video, as those of a 360° video. */
    sprite: file({ readOnly: true, excludeFromHistory: true }),
    timeline: json({ readOnly: true, excludeFromHistory: true }),
    thumbRef480: thumbnail(),
    thumbRef128: thumbnail(),
    version: text({ readOnly: true }),
    revision: integer({ readOnly: true }),
    course: choice(['linear', 'nonLinear'], { readOnly: true }),
    specialUsage: text({ readOnly: true }),
    engine: json({ readOnly: true }),
    /** Depth quality; empty if the engine does not report it. */
    grade: choice(grades, {
      readOnly: true,
      filter: true,
      sort: true,
      format: 'status',
    }),
    /** The share of the frame, 0 to 1, with measured depth. */
    measured: number({ readOnly: true }),
    /** A `DepthCause` of model/video/depth-report.ts. */
    gradeCause: text({ readOnly: true }),
    /** Its seconds were given back for a poor grade. */
    refunded: boolean({ readOnly: true }),
    events: json({ readOnly: true, excludeFromHistory: true }),
    createdBy: link('users', { readOnly: true, sort: true, filter: true, byLabel: true }),
    log: json({ readOnly: true, lazy: true }),
    /** The requested name during a renaming. */
    newname: text({ readOnly: true, read: [] }),
  },
  {
    paths: { list: '/video3d', show: '/video3d/show/:pid/:id' },
    label: { fields: ['name'] },
    picture: {
      small: 'thumbRef128',
      large: 'thumbRef480',
      timeline: { sprite: 'sprite', images: 'timeline' },
    },
    parent: 'video',
    flat: 'videos3d',
    company: 'company',
    grants: { read: staff, create: staff, update: staff, delete: staff },
    actions: {
      retry: { method: 'PATCH', grant: staff, when: failed, primary: true },
      cancel: { method: 'PATCH', grant: staff, when: underWay, confirm: true },
    },
    bulk: {
      retry: { act: 'retry', limited: true },
      addAccess: { act: 'update', add: 'accessList', undo: 'removeAccess' },
      removeAccess: { act: 'update', remove: 'accessList', undo: 'addAccess' },
      addGroups: { act: 'update', add: 'accessGroups', undo: 'removeGroups' },
      removeGroups: { act: 'update', remove: 'accessGroups', undo: 'addGroups' },
      delete: { act: 'delete' },
    },
    list: {
      columns: [
        'name',
        { path: 'company', only: ['root', 'partner'] },
        'duration',
        'status',
        'grade',
        'createdBy',
        'createdAt',
      ],
      hidden: [
        'mode',
        'framerate',
        'cameraHeight',
        'video',
        'offsetStart',
        'offsetEnd',
        'specialUsage',
        'version',
        'revision',
        'course',
        'updatedAt',
      ],
      yielding: ['createdBy', 'duration', 'grade'],
      sort: ['createdAt', 'desc'],
      filters: ['name', { path: 'company', only: ['root', 'partner'] }, 'createdBy', 'mode', 'createdAt'],
      requiresCompany: true,
      tabs: {
        completedScenes: { filter: { status: ['completed'] } },
        grid: { filter: { status: ['completed'] }, view: 'grid', pageSizes: [12, 24, 48] },
        progressScenes: {
          filter: {
            status: vectoStatuses.filter(status => status !== 'completed' && !failed.includes(status)),
          },
          without: ['grade'],
        },
        failedScenes: { filter: { status: failed }, without: ['grade'] },
      },
    },
    show: {
      hero: 'lowFile',
      tabs: {
        details: [
          'lowFile',
          'name',
          'status',
          'reason',
          'grade',
          'video',
          'company',
          'duration',
          'offsetStart',
          'offsetEnd',
          'mode',
          'framerate',
          'cameraHeight',
          'files.data',
          'version',
          'revision',
          'course',
          'specialUsage',
          'accessList',
          'accessGroups',
          'defaultAccessList',
          'createdBy',
          'createdAt',
          'updatedAt',
        ],
        shares: { list: 'shares', at: 'shares', pageSize: 20 },
        publicLinks: { list: 'public_links', at: 'public_links', pageSize: 20 },
        playbacks: 'slot',
        events: { list: 'events', by: 'object', pageSize: 20 },
      },
      needs: { publicLinks: 'publicLinks', playbacks: 'publicLinks' },
    },
    lists: {
      shares: { list: 'shares', by: 'vecto' },
      public_links: { list: 'public_links', by: 'vecto', create: true },
    },
    states: { field: 'status', initial: 'new', transitions: vectoMoves },
    countersIn: ['companies'],
    counted: ['company', 'status'],
    slots: {
      actions: 'VectoActions',
      primary: 'VectoPrimary',
      details: 'VectoProgress',
      tabs: { playbacks: 'VectoPlaybacks' },
      fields: { lowFile: 'StereoPlayer', status: 'JobStatus', reason: 'JobReason', grade: 'VectoGrade' },
    },
  },
)
