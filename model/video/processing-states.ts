import { asObject } from '../objects'

/** Statuses of a 3D video that is created, in order (decisions §7). */
export const way = [
  'new',
  'pending',
  'downloading',
  'downloaded',
  'trimming',
  'queued',
  'processing',
  'vectorization',
  'convert_x264',
  'video360',
  'compressing',
  'uploading',
  'completed',
] as const

export const vectoStatuses = [...way, 'converting', 'renaming', 'timeout', 'ko'] as const
export type VectoStatus = (typeof vectoStatuses)[number]

export const failed: readonly VectoStatus[] = ['ko', 'timeout']

/** Statuses of a 3D video in progress. */
export const underWay: readonly VectoStatus[] = [...way.slice(0, -1), 'converting']

const steps = Object.fromEntries(
  way.slice(0, -1).map((status, index) => [status, [way[index + 1] ?? 'completed', ...failed]]),
)

/** Allowed transitions; a retry returns to the last completed stage. */
export const vectoMoves: Readonly<Record<string, readonly string[]>> = {
  ...steps,
  converting: ['new', ...failed],
  completed: ['renaming'],
  renaming: ['completed', ...failed],
  ko: way.slice(0, -1),
  timeout: way.slice(0, -1),
}

type Events = Readonly<Record<string, unknown>>

/** Adds a step to the history, `{<instant>: {status, worker, os}}`; instants are unique. */
export const withStep = (events: unknown, status: string, worker: string, os: string): Events => {
  const before = asObject(events)
  const last = Math.max(0, ...Object.keys(before).map(at => Date.parse(at)))
  const at = new Date(Math.max(Date.now(), last + 1)).toISOString()
  return { ...before, [at]: { status, worker, os } }
}

/** Whether it is one of the statuses from `new` to `completed`. */
export const isOnTheWay = (status: unknown): status is (typeof way)[number] =>
  way.some(each => each === status)

/** The status from which a failed 3D video resumes: the one before the failure. */
export const lastGood = (events: unknown): VectoStatus => {
  const steps = Object.entries(asObject(events)).sort(([one], [other]) => one.localeCompare(other))
  const statuses = steps.map(([, step]) => asObject(step).status)
  const last = statuses.findLast(isOnTheWay)
  const at = last ? way.indexOf(last) : -1
  return way[Math.max(0, at - 1)] ?? 'new'
}

/** Why a 360° video or a 3D video failed, as `reasonCode` names it. The panel translates `reasons.<code>`. */
export const videoReasons = [
  'unreadable_video',
  'no_video',
  'truncated',
  'too_small',
  'not_equirectangular',
  'one_lens',
  'no_circles',
  'pair_duration',
  'pair_size',
  'pair_same',
  'beyond_end',
  'not_enough_parallax',
  'file_missing',
  'file_damaged',
  'out_of_memory',
  'disk_full',
  'engine_failed',
  'engine_missing',
  'no_answer',
  'too_much_output',
  'too_slow',
  'worker_lost',
  'cancelled',
  'internal',
] as const
export type VideoReason = (typeof videoReasons)[number]

export const isVideoReason = (code: unknown): code is VideoReason => videoReasons.some(each => each === code)
