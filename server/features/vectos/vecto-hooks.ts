import { sql } from 'drizzle-orm'
import { scopeFor } from '~/model/access'
import { ApiError, invalidFields } from '~/model/errors'
import { asObject } from '~/model/objects'
import type { ChangesOf, Vecto, Video } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import { vectos } from '~/model/resources/vectos'
import { videos } from '~/model/resources/videos'
import { shapeProblem } from '~/model/video/picture-shape'
import { failed, isVideoReason, lastGood, withStep } from '~/model/video/processing-states'
import { spend } from '~/server/features/companies/quota'
import { notify } from '~/server/features/notifications/notify'
import { cancelJob, enqueueJob } from '~/server/features/processing/job-run'
import type { Flat } from '~/server/platform/database/tables'
import { applyChanges } from '~/server/records/apply'
import {
  type Context,
  type Hooks,
  noHooks,
  type Reader,
  type Services,
  type Values,
} from '~/server/records/context'
import { reasonText } from '~/server/records/kinds'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'
import { asServer } from '~/server/records/transaction'
import { dropSegments } from './segments'

/** Customers learn when each step began; the host and its system are the provider's business. */
export const hideMachines = (record: Flat, { role }: Reader): Flat => {
  if (role === 'root' || !record.events) return record
  const steps = Object.entries(asObject(record.events))
  const hidden = steps.map(([at, step]) => [at, { ...asObject(step), worker: '', os: '' }])
  return { ...record, events: Object.fromEntries(hidden) }
}

type Outcome = Pick<Vecto, 'status' | 'reasonCode'>

/** The notification kind for a vecto that has just ended; none for renames and manual cancellations. */
export const endOf = (before: Outcome, after: Outcome) => {
  if (before.status === after.status || before.status === 'renaming') return undefined
  if (after.status === 'completed') return 'vectoCompleted'
  return failed.some(status => status === after.status) && after.reasonCode !== 'cancelled'
    ? 'vectoFailed'
    : undefined
}

/** Notifies the user who requested a 3D video, in the change that ends it. */
const notifyMaker = async (context: Context, before: Vecto, after: Vecto) => {
  const kind = endOf(before, after)
  const maker = after.createdBy?.ref
  if (!kind || !maker) return
  const code = isVideoReason(after.reasonCode) ? after.reasonCode : 'internal'
  await notify(context, {
    kind,
    to: { user: uidOf(maker) },
    about: { resource: vectos, record: after },
    path: `/video3d/show/${uidOf(after.video?.ref ?? '')}/${after.uid}`,
    values: lang => ({
      vecto: String(after.name),
      reason: kind === 'vectoFailed' ? reasonText(code, lang) : '',
    }),
  })
}

const finish = (services: Services, uid: string) =>
  asServer(services, async context => {
    const before = await findRow(context.tx, vectos, uid, 'all', true)
    if (before?.status !== 'renaming') return
    const [row] = await context.tx.query<RowOf<'vectos', 'newname'>>(
      sql`select newname from vectos where uid = ${uid}`,
    )
    if (row?.newname)
      await applyChanges(
        context,
        vectos,
        before,
        {
          name: row.newname,
          newname: null,
          status: 'completed',
          events: withStep(before.events, 'completed', '', ''),
        },
        { hooks: noHooks },
      )
  })

/**
 * Completes pending renames of 3D videos, including those left by a stopped server. One without a new name is
 * being renamed by another process.
 */
export const finishRenames = async (services: Services) => {
  const waiting = await services.database.query<RowOf<'vectos', 'uid'>>(
    sql`select uid from vectos where status = 'renaming' and newname is not null`,
  )
  for (const { uid } of waiting) await finish(services, uid)
}

/** A vecto's reservation in whole seconds, as quotas count them. */
export const secondsOf = (record: { readonly duration?: unknown }) => Math.ceil(Number(record.duration))

/** Rounds to the millisecond: 4.9 - 2.9 yields slightly more than 2, which must not count as a third second. */
export const roundedDuration = <T>(duration: T) =>
  typeof duration === 'number' ? Math.round(duration * 1000) / 1000 : duration

const companyOf = ({ company }: { readonly company?: { ref: string } | null }) => uidOf(company?.ref ?? '')

/** Tolerance between two clocks in seconds: one frame. */
const TOLERANCE = 0.05

export const checkOffsets = (values: ChangesOf<typeof vectos>, video: Pick<Video, 'duration'>) => {
  const [start, end, length] = [Number(values.offsetStart), Number(values.offsetEnd), Number(values.duration)]
  if (end <= start) throw invalidFields({ offsetEnd: 'before_start' })
  if (Math.abs(end - start - length) > TOLERANCE) throw invalidFields({ duration: 'invalid' })
  if (video.duration !== null && end > Number(video.duration) + TOLERANCE)
    throw invalidFields({ offsetEnd: 'too_large' })
}

/** Finds the video of a vecto, which determines its company. */
const videoOf = async (context: Context, values: ChangesOf<typeof vectos>): Promise<Video> => {
  const ref = values.video?.ref
  if (!ref) throw invalidFields({ video: 'required' })
  const video = await findRow(context.tx, videos, uidOf(ref), scopeFor(videos, 'read', context.actor))
  if (!video) throw invalidFields({ video: 'unknown_record' })
  if (video.pending)
    throw new ApiError('state', 'The video is not ready yet', { params: { from: 'pending', to: 'new' } })
  const problem = shapeProblem(video)
  if (problem) throw invalidFields({ video: problem })
  return video
}

/** True while seconds are reserved; they are given back if the vecto fails (decisions §6). */
export const isReserved = ({ status }: { readonly status?: unknown }) =>
  !['completed', 'renaming', ...failed].includes(String(status))

/** The seconds of a finished 3D video that stay used when it is deleted. */
export const staysUsed = ({ status, refunded }: Pick<Vecto, 'status' | 'refunded'>) =>
  !refunded && !failed.some(each => each === status)

const giveBack = (context: Context, vecto: Vecto) =>
  spend(context, companyOf(vecto), 'minutes', -secondsOf(vecto), 'duration')

export const readNewName = (
  before: Pick<Vecto, 'name' | 'status'>,
  { newname, status }: Values,
): string | undefined => {
  if (newname === undefined && status === undefined) return undefined
  if (status !== undefined && status !== 'renaming')
    throw new ApiError('forbidden_fields', 'Not yours to write: status', { params: { fields: 'status' } })
  const name = typeof newname === 'string' ? newname.trim() : ''
  if (name === '') throw invalidFields({ newname: 'required' })
  if (name.length > 200) throw invalidFields({ newname: 'too_long' })
  if (name === before.name) throw invalidFields({ newname: 'same' })
  if (before.status !== 'completed')
    throw new ApiError('state', 'Only a completed 3D video can be renamed', {
      params: { from: String(before.status), to: 'renaming' },
    })
  return name
}

export const vectoHooks: Hooks<typeof vectos> = {
  belongings: [
    { table: 'public_links', column: 'vecto_uid' },
    { table: 'playback_days', column: 'vecto_uid' },
  ],

  extras: ['newname', 'status', 'createdBy', 'company'],

  present: hideMachines,

  fillIn: async (context, values) => {
    const video = await videoOf(context, values)
    values.company = video.company
    checkOffsets(values, video)
    values.duration = roundedDuration(values.duration)
  },

  beforeCreate: async (context, values) => {
    values.events = withStep(null, 'new', '', '')
    await spend(context, companyOf(values), 'minutes', secondsOf(values), 'duration')
  },

  beforeUpdate: (context, before, changes, extras) => {
    const name = readNewName(before, extras)
    if (name === undefined) return
    const events = withStep(before.events, 'renaming', '', '')
    Object.assign(changes, { status: 'renaming', newname: name, events })
    context.afterCommit(() => context.services.background.run(() => finishRenames(context.services)))
  },

  afterCreate: (context, values) => enqueueJob(context, 'make-vecto', vectos, values),

  afterUpdate: async (context, before, after) => {
    if (isReserved(before) && failed.some(status => status === after.status)) await giveBack(context, after)
    // Only what was still reserved: a renamed video is completed a second time.
    if (isReserved(before) && after.status === 'completed' && after.refunded) await giveBack(context, after)
    await notifyMaker(context, before, after)
  },

  afterRemove: async (context, before) => {
    const { tx } = context
    await cancelJob(tx, refOf('vectos', before.uid))
    await dropSegments(context, before.uid)
    if (isReserved(before)) await giveBack(context, before)
    else if (staysUsed(before))
      await tx.run(sql`update companies set seconds_deleted = seconds_deleted + ${secondsOf(before)}
        where uid = ${companyOf(before)}`)
  },

  /** The deletion ended the job and gave the seconds back. */
  afterReturn: async (context, record) => {
    const { tx } = context
    if (isReserved(record)) {
      await spend(context, companyOf(record), 'minutes', secondsOf(record))
      await enqueueJob(context, 'make-vecto', vectos, record)
    } else if (staysUsed(record))
      await tx.run(sql`update companies set seconds_deleted = greatest(0, seconds_deleted - ${secondsOf(record)})
        where uid = ${companyOf(record)}`)
  },

  beforeDelete: async ({ tx }, { uid }) => {
    const [used] = await tx.query<RowOf<'environments', 'name'>>(sql`select e.name from shares s
      join environments e on e.uid = s.environment_uid where s.vecto_uid = ${uid} limit 1`)
    if (used) throw new ApiError('referred_to', `Used in ${used.name}`, { params: { by: used.name ?? '' } })
  },

  actions: {
    /** Resumes from the last successful status, whose results still exist. */
    retry: async (context, record) => {
      await spend(context, companyOf(record), 'minutes', secondsOf(record), 'duration')
      const status = lastGood(record.events)
      const again = {
        status,
        reason: null,
        reasonCode: null,
        events: withStep(record.events, status, '', ''),
      }
      await applyChanges(context, vectos, record, again)
      await enqueueJob(context, 'make-vecto', vectos, record)
    },
    cancel: async (context, record) => {
      const events = withStep(record.events, 'ko', '', '')
      const stopped = {
        status: 'ko' as const,
        reason: 'Cancelled',
        reasonCode: 'cancelled',
        progress: null,
        events,
      }
      await applyChanges(context, vectos, record, stopped)
      await cancelJob(context.tx, refOf('vectos', record.uid))
    },
  },
}
