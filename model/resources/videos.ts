import { defineResource, type Resource } from '../define'
import {
  boolean,
  choice,
  counter,
  file,
  integer,
  json,
  link,
  multiline,
  number,
  text,
  thumbnail,
} from '../fields'
import { staff } from '../grants'
import { pictureShapes } from '../video/picture-shape'

/** Pixel sizes of stitched videos; a choice's key is its size. */
const resolutions = ['3840x1920', '5760x2880'] as const

/** `dropped`: the file has sound that cannot be decoded. */
const sounds = ['kept', 'none', 'dropped'] as const

/** `converting`: its two camera files are being stitched. */
const videoStatuses = ['pending', 'converting', 'completed', 'ko', 'timeout'] as const
const failed = ['ko', 'timeout'] as const
export const begun = ['pending', 'converting'] as const

/**
 * A 360° video, the source of 3D videos. Ready, `pending: false`, once it is probed and made playable; `reason` states
 * why it could not be. `timeline`: the images of `sprite`, `{every, count, columns, rows, width, height}`.
 */
export const videos = defineResource(
  'videos',
  {
    name: text({ required: true, search: true, sort: true, filter: true }),
    company: link('companies', { required: true, immutable: true, sort: true, filter: true }),
    file: file({
      required: 'create',
      immutable: true,
      filter: true,
      accept: ['video/mp4'],
      names: 'name',
    }),
    width: integer({ readOnly: true, sort: true }),
    height: integer({ readOnly: true }),
    duration: number({ readOnly: true, sort: true, format: 'seconds' }),
    framerate: number({ readOnly: true }),
    codec: text({ readOnly: true }),
    /** Twice as wide as high. */
    equirectangular: boolean({ readOnly: true }),
    /** The file declares spherical metadata. */
    spherical: boolean({ readOnly: true }),
    /** Shape of its frames, once examined; 3D videos are made of a whole sphere. */
    shape: choice(pictureShapes, { readOnly: true }),
    /** State of its audio in the playback files and in 3D videos. */
    sound: choice(sounds, { readOnly: true }),
    size: counter({ sort: true, format: 'bytes' }),
    pending: boolean({ readOnly: true, default: true }),
    status: choice(videoStatuses, { readOnly: true, default: 'pending', filter: true, format: 'status' }),
    progress: json({ readOnly: true, excludeFromHistory: true }),
    reason: multiline({ readOnly: true }),
    reasonCode: text({ readOnly: true }),
    lowFile: file({ readOnly: true }),
    poster: file({ readOnly: true, excludeFromHistory: true }),
    sprite: file({ readOnly: true, excludeFromHistory: true }),
    thumbRef480: thumbnail(),
    thumbRef128: thumbnail(),
    /** Suitability for a 3D video: `Survey` of model/video/preflight.ts. */
    preflight: json({ readOnly: true, excludeFromHistory: true, absence: true }),
    /** Two seconds in 3D, requested before a 3D video: `Preview` of model/video/depth-report.ts. */
    preview: json({ readOnly: true, excludeFromHistory: true }),
    previewFile: file({ readOnly: true, excludeFromHistory: true }),
    timeline: json({ readOnly: true, excludeFromHistory: true }),
    file5K: file({ readOnly: true }),
    insv1: file({ readOnly: true, filter: true }),
    insv2: file({ readOnly: true }),
    /** MD5 of `insv1` in base64, kept when the camera files are not: the same recording is found again by it. */
    cameraChecksum: text({ readOnly: true, filter: true, excludeFromHistory: true }),
    resolution: choice(resolutions, { readOnly: true }),
    bitrate: integer({ readOnly: true }),
    course: boolean({ readOnly: true }),
    generate5K: boolean({ readOnly: true }),
    deleteInsv: boolean({ readOnly: true }),
    lenses: json({ readOnly: true }),
    /** A 3D video that is requested once this video is ready: `VectoOrder` of model/vecto-order.ts. */
    autoVecto: json({ immutable: true, excludeFromHistory: true }),
    createdBy: link('users', { readOnly: true, sort: true, filter: true, byLabel: true }),
  },
  {
    paths: {
      list: '/video360',
      create: '/video360/create',
      show: '/video360/show/:id',
      edit: '/video360/modify/:id',
    },
    label: { fields: ['name'] },
    picture: {
      small: 'thumbRef128',
      large: 'thumbRef480',
      timeline: { sprite: 'sprite', images: 'timeline' },
    },
    company: 'company',
    callName: 'videos360',
    grants: { read: staff, create: staff, update: staff, delete: staff },
    actions: {
      retry: { method: 'PATCH', grant: staff, when: failed, primary: true },
      cancel: { method: 'PATCH', grant: staff, when: begun, confirm: true },
    },
    states: {
      field: 'status',
      initial: 'pending',
      transitions: {
        pending: ['converting', 'completed', ...failed],
        converting: ['pending', 'completed', ...failed],
        ko: begun,
        timeout: begun,
      },
    },
    bulk: { delete: { act: 'delete' } },
    list: {
      columns: [
        'name',
        { path: 'company', only: ['root', 'partner'] },
        'duration',
        'size',
        'status',
        'createdBy',
        'createdAt',
      ],
      hidden: ['width', 'height', 'framerate', 'codec', 'updatedAt'],
      yielding: ['createdBy', 'size', 'duration'],
      sort: ['createdAt', 'desc'],
      filters: ['name', { path: 'company', only: ['root', 'partner'] }, 'createdBy', 'createdAt'],
      tabs: {
        completed: { filter: { pending: false }, without: ['status'] },
        grid: { filter: { pending: false }, view: 'grid', pageSizes: [12, 24, 48] },
        pending: { filter: { pending: true } },
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
          'preflight',
          'autoVecto',
          'company',
          'duration',
          'width',
          'height',
          'framerate',
          'codec',
          'equirectangular',
          'spherical',
          'shape',
          'sound',
          'size',
          'file',
          'file5K',
          'insv1',
          'insv2',
          'resolution',
          'bitrate',
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
    slots: {
      actions: 'VideoActions',
      primary: 'VideoPrimary',
      list: 'VideoListActions',
      create: 'VideoWays',
      fields: {
        lowFile: 'VideoPlayer',
        equirectangular: 'Probed',
        spherical: 'Probed',
        preflight: 'Preflight',
        autoVecto: 'OrderedVecto',
        status: 'JobStatus',
        reason: 'JobReason',
        insv1: 'CameraFiles',
        insv2: 'SecondCameraFile',
        lenses: 'Lenses',
      },
    },
  },
)

/** Cameras and their programs write either: two lenses in two files, or both in one, in two tracks or side by side. */
export const cameraEndings = ['.insv', '.mp4'] as const

/**
 * The same resource as the job form makes it, `POST videos360/job`: of two camera files, or of one that holds both
 * lenses. `lenses`: `{front, back}`, each `{fov, yaw, pitch, roll}` in degrees; absent: the usual camera's.
 */
export const videoJob: Resource = {
  ...videos,
  fields: {
    ...videos.fields,
    file: file({ readOnly: true, filter: true }),
    insv1: file({ required: 'create', filter: true, accept: cameraEndings }),
    insv2: file({ accept: cameraEndings }),
    resolution: choice(resolutions, { required: 'create', default: '3840x1920' }),
    bitrate: integer({ required: 'create', default: 100, min: 1, max: 400 }),
    course: boolean(),
    generate5K: boolean(),
    deleteInsv: boolean({ default: true }),
    lenses: json(),
  },
  paths: { ...videos.paths, create: '/video360/job' },
  form: [
    'name',
    'company',
    'insv1',
    'insv2',
    'resolution',
    'bitrate',
    'generate5K',
    'course',
    'deleteInsv',
    'lenses',
  ],
  sections: { video: 'name', camera: 'insv1', quality: 'resolution', after: 'deleteInsv' },
}
