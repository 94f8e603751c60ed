import { asObject } from './objects'
/** The way of a 3D video, in order (decisions §7). */
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

/** Being made, from the moment it is asked for. */
export const underWay: readonly VectoStatus[] = [...way.slice(0, -1), 'converting']

const steps = Object.fromEntries(
  way.slice(0, -1).map((status, index) => [status, [way[index + 1] ?? 'completed', ...failed]]),
)

/** Which status may follow which; a retry goes back to the last good stage. */
export const vectoMoves: Readonly<Record<string, readonly string[]>> = {
  ...steps,
  converting: ['new', ...failed],
  completed: ['renaming'],
  renaming: ['completed', ...failed],
  ko: way.slice(0, -1),
  timeout: way.slice(0, -1),
}

type Events = Readonly<Record<string, unknown>>

/** A 3D video's history with one more step, `{<instant>: {status, worker, os}}`; two steps never share their instant. */
export const withStep = (events: unknown, status: string, worker: string, os: string): Events => {
  const before = asObject(events)
  const last = Math.max(0, ...Object.keys(before).map(at => Date.parse(at)))
  const at = new Date(Math.max(Date.now(), last + 1)).toISOString()
  return { ...before, [at]: { status, worker, os } }
}

/** A status on the way from asked for to completed. */
export const isOnTheWay = (status: unknown): status is (typeof way)[number] =>
  way.some(each => each === status)

/** Where a failed 3D video is taken up again: the status before the one in which it failed. */
export const lastGood = (events: unknown): VectoStatus => {
  const steps = Object.entries(asObject(events)).sort(([one], [other]) => one.localeCompare(other))
  const statuses = steps.map(([, step]) => asObject(step).status)
  const last = statuses.findLast(isOnTheWay)
  const at = last ? way.indexOf(last) : -1
  return way[Math.max(0, at - 1)] ?? 'new'
}
