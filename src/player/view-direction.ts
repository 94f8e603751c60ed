import { withinHalfTurn } from '~/model/video/equirectangular'

/** The view direction in degrees: `yaw` to the right, `pitch` up, `fov` the vertical field of view. */
export type ViewDirection = { readonly yaw: number; readonly pitch: number; readonly fov: number }

export const straightAhead: ViewDirection = { yaw: 0, pitch: 0, fov: 75 }

/** Degrees: straight up or down, the yaw would only rotate the image. */
const STEEPEST = 89
const NEAREST = 25
const WIDEST = 105

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** The yaw stays within ±180, so that long turns do not accumulate. */
export const turn = (look: ViewDirection, right: number, up: number): ViewDirection => ({
  ...look,
  yaw: withinHalfTurn(look.yaw + right),
  pitch: between(-STEEPEST, look.pitch + up, STEEPEST),
})

/** @param times above 1: zooms in */
export const zoom = (look: ViewDirection, times: number): ViewDirection => ({
  ...look,
  fov: between(NEAREST, look.fov / times, WIDEST),
})

/** The dragged point follows the pointer: the height of the view turns by its field of view. */
export const drag = (look: ViewDirection, across: number, down: number, height: number): ViewDirection => {
  const degrees = look.fov / Math.max(1, height)
  return turn(look, -across * degrees, down * degrees)
}

/** Milliseconds in which a thrown view loses most of its speed. */
const CALM = 140
/** Pixels per millisecond below which the view stops. */
const STILL = 0.01

export type Speed = { readonly across: number; readonly down: number }
export const noMotion: Speed = { across: 0, down: 0 }

/** The speed after some milliseconds; `noMotion` once it is imperceptible. */
export const slowed = ({ across, down }: Speed, elapsed: number): Speed => {
  const left = Math.exp(-elapsed / CALM)
  const next = { across: across * left, down: down * left }
  return Math.hypot(next.across, next.down) < STILL ? noMotion : next
}
