import { asObject, isObject } from '../objects'

/** Depth quality of a 3D video. */
export const grades = ['good', 'fair', 'poor'] as const
export type Grade = (typeof grades)[number]

/**
 * Reasons why an engine could not measure depth. `assumed`: it assumes depth without measuring it; `still`: the camera did
 * not move; `carried`: a vehicle or people moved with the camera; `plain`: the frames have too few features to track;
 * `estimated`: a depth model estimated the rest; `unclear`: none of these alone.
 */
export const depthCauses = ['assumed', 'still', 'carried', 'plain', 'estimated', 'unclear'] as const
export type DepthCause = (typeof depthCauses)[number]

/** Heights of the camera above the ground in metres that an order may state: from a toy car to a mast or a low drone. */
export const [lowestCamera, highestCamera] = [0.2, 20]

export const isCameraHeight = (value: unknown): value is number =>
  typeof value === 'number' && value >= lowestCamera && value <= highestCamera

/**
 * An engine's report: the share of the frame, 0 to 1, with measured depth, the cause of missing depth, and the height of
 * the camera in metres that it was made for.
 */
export type DepthReport = {
  readonly measured: number
  readonly cause?: DepthCause | undefined
  readonly cameraHeight?: number | undefined
}

const limits = { good: 0.3, fair: 0.1 } as const

const isCause = (value: unknown): value is DepthCause => depthCauses.some(each => each === value)

/** Reads a report that came from outside; undefined if it states no share. An unknown cause is no cause. */
export const readReport = (value: unknown): DepthReport | undefined => {
  const { measured, cause, cameraHeight } = asObject(value)
  if (typeof measured !== 'number' || !(measured >= 0 && measured <= 1)) return undefined
  return {
    measured,
    cause: isCause(cause) ? cause : undefined,
    ...(isCameraHeight(cameraHeight) && { cameraHeight }),
  }
}

/** Assumed depth is fair, since the mode requests no more; depth that a model estimated is at least fair. */
export const gradeOf = ({ measured, cause }: DepthReport): Grade => {
  if (cause === 'assumed') return 'fair'
  if (measured >= limits.good) return 'good'
  return measured >= limits.fair || cause === 'estimated' ? 'fair' : 'poor'
}

/** Seconds of a 3D video that a preview shows. */
export const previewSeconds = 2

const states = ['making', 'completed', 'failed'] as const
type State = (typeof states)[number]

/** A preview in 3D of a 360° video. `at`: where it begins, in seconds; `reasonCode`: why it failed. */
export type Preview = {
  readonly status: State
  readonly at: number
  /** The mode of the requested 3D video. */
  readonly mode: string
  /** In metres, if the request states it. */
  readonly cameraHeight?: number
  readonly quality?: DepthReport | null
  readonly reasonCode?: string
}

export const isPreview = (value: unknown): value is Preview =>
  isObject(value) &&
  typeof value.at === 'number' &&
  typeof value.mode === 'string' &&
  states.some(state => state === value.status)

/** The field `preview` of a 360° video; undefined where there is none. */
export const previewOf = (video: Readonly<Record<string, unknown>>): Preview | undefined =>
  isPreview(video.preview) ? video.preview : undefined
