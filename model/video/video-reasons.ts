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
