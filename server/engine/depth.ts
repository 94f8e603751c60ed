import type { AngularFlow, Motion } from './camera-motion'
import type { Flow } from './flow'
import { cellFrame, cells, columns, directions, latitudeOf, rows } from './sphere-grid'

/** Error of the flow in radians where there is much texture: a tenth of a cell. */
export const flowError = (0.1 * 2 * Math.PI) / columns
/** Error of the prior in 1/m. */
const priorError = 0.2

/** Inverse distances in 1/m, and the share of each that comes from the flow (1) or from the prior (0). */
export type Depth = { readonly inverse: Float32Array; readonly trust: Float32Array }

/** Converts flow from cells to radians on the unit sphere: cells are narrower near the poles. */
export const angularFlow = ({ right, down }: Flow): AngularFlow => {
  const flow = { right: new Float32Array(cells), up: new Float32Array(cells) }
  for (let row = 0; row < rows; row += 1) {
    const span = ((2 * Math.PI) / columns) * Math.cos(latitudeOf(row, rows))
    for (let at = row * columns; at < (row + 1) * columns; at += 1) {
      flow.right[at] = (right[at] ?? 0) * span
      flow.up[at] = (-(down[at] ?? 0) * Math.PI) / rows
    }
  }
  return flow
}

const dot = (a: readonly number[], k: number) =>
  (a[0] ?? 0) * (directions[k] ?? 0) +
  (a[1] ?? 0) * (directions[k + 1] ?? 0) +
  (a[2] ?? 0) * (directions[k + 2] ?? 0)

/** The mean shift in radians, weighted by area, that turning the camera does not explain. */
export const meanShift = (flow: AngularFlow, { turn }: Motion) => {
  let [area, sum] = [0, 0]
  for (let at = 0; at < cells; at += 1) {
    const k = at * cellFrame
    const weight = Math.cos(latitudeOf(Math.floor(at / columns), rows))
    area += weight
    sum +=
      weight * Math.hypot((flow.right[at] ?? 0) - dot(turn, k + 6), (flow.up[at] ?? 0) + dot(turn, k + 3))
  }
  return sum / area
}

/**
 * Estimates inverse distances from parallax, and their trust, which is low where the parallax is small, where
 * there is little texture, and where the shift is not caused by camera motion.
 */
export const seenDepth = (flow: AngularFlow, { turn, metres }: Motion, texture: Float32Array): Depth => {
  const depth = { inverse: new Float32Array(cells), trust: new Float32Array(cells) }
  for (let at = 0; at < cells; at += 1) {
    const k = at * cellFrame
    // Rotation shifts the image to the right by its component about up, and up by its component about left.
    const right = (flow.right[at] ?? 0) - dot(turn, k + 6)
    const up = (flow.up[at] ?? 0) + dot(turn, k + 3)
    const [alongRight, alongUp] = [dot(metres, k + 3), dot(metres, k + 6)]
    const shift = alongRight ** 2 + alongUp ** 2
    const seen = (right * alongRight + up * alongUp) / (shift || 1)
    const across = Math.hypot(right - seen * alongRight, up - seen * alongUp)
    const agrees = 1 / (1 + (across / (2 * flowError)) ** 2)
    const precision = (shift / flowError ** 2) * (texture[at] ?? 0) * agrees
    depth.inverse[at] = seen
    depth.trust[at] = precision / (precision + 1 / priorError ** 2)
  }
  return depth
}
