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
