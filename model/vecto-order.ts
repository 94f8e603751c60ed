import { asObject } from './objects'
import { refOf } from './refs'
import { vectos } from './resources/vectos'
import { isCameraHeight } from './video/depth-report'

/** Reasons why an ordered 3D video was not created. */
const orderProblems = ['quota', 'not_360', 'shape', 'range', 'forbidden', 'account_closed', 'other'] as const
export type OrderProblem = (typeof orderProblems)[number]

/**
 * A 3D video that is ordered together with a 360° video, and created once that is ready. Offsets in seconds; `offsetEnd`
 * absent: to the end; `framerate` absent: that of the 360° video; `cameraHeight` in metres.
 */
export type VectoOrder = {
  readonly mode: string
  readonly offsetStart: number
  readonly offsetEnd?: number
  readonly framerate?: number
  readonly cameraHeight?: number
  readonly problem?: OrderProblem
}

const keys = ['mode', 'offsetStart', 'offsetEnd', 'framerate', 'cameraHeight']
const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 1e6
const framerates = { least: vectos.fields.framerate.min ?? 1, most: vectos.fields.framerate.max ?? 240 }
const isFramerate = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= framerates.least && Number(value) <= framerates.most

/** Whether a client may place the order. */
export const isVectoOrder = (value: unknown): value is VectoOrder => {
  const { mode, offsetStart, offsetEnd, framerate, cameraHeight } = asObject(value)
  return (
    Object.keys(asObject(value)).every(key => keys.includes(key)) &&
    vectos.fields.mode.options.some(known => known === mode) &&
    isTime(offsetStart) &&
    (offsetEnd === undefined || (isTime(offsetEnd) && offsetEnd > offsetStart)) &&
    (framerate === undefined || isFramerate(framerate)) &&
    (cameraHeight === undefined || isCameraHeight(cameraHeight))
  )
}

/** The order of a 360° video, with its outcome; undefined if there is none. */
export const readOrder = (value: unknown): VectoOrder | undefined => {
  const { problem, ...placed } = asObject(value)
  const known = orderProblems.find(each => each === problem)
  return isVectoOrder(placed) ? { ...placed, ...(known && { problem: known }) } : undefined
}

type Prepared = {
  readonly uid: string
  readonly name: unknown
  readonly duration: unknown
  readonly framerate: unknown
}

/** Down to hundredths: not past the end. */
const endOf = ({ duration }: Prepared) => Math.floor(Number(duration) * 100) / 100

/** The nearest that a 3D video can have: a time-lapse has less than one frame a second. */
const framerateOf = ({ framerate }: Prepared) => {
  const rate = Number(framerate)
  return rate > 0 ? Math.min(framerates.most, Math.max(framerates.least, Math.round(rate))) : 0
}

/** The form of the 3D video, as `POST videos3d` takes it. */
export const formOfOrder = (order: VectoOrder, video: Prepared) => {
  const { mode, offsetStart, offsetEnd, framerate, cameraHeight } = order
  const end = Math.min(offsetEnd ?? Number.POSITIVE_INFINITY, endOf(video))
  return {
    ...{ video: { ref: refOf('videos', video.uid) }, name: video.name, mode, offsetStart, offsetEnd: end },
    duration: Math.round((end - offsetStart) * 1000) / 1000,
    framerate: framerate ?? framerateOf(video),
    ...(cameraHeight !== undefined && { cameraHeight }),
  }
}
