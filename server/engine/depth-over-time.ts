import type { Depth } from './depth'
import type { Flow } from './flow'
import { prior } from './prior'
import { cells, columns, rows } from './sphere-grid'

/** Time constants in seconds: for averaging depth measured by flow, and for decay once it is not measured. */
const averaged = 0.1
const forgotten = 1

/** The weight of the new value per frame. */
const gain = (seconds: number, time: number) => 1 - Math.exp(-seconds / time)

/** The position of a cell one frame ago, given the flow over `frames` frames. */
const cameFrom = ({ right, down }: Flow, at: number, frames: number) => {
  const column = Math.round((at % columns) + (right[at] ?? 0) / frames)
  const row = Math.round(Math.floor(at / columns) + (down[at] ?? 0) / frames)
  return Math.min(Math.max(row, 0), rows - 1) * columns + (((column % columns) + columns) % columns)
}

/**
 * Smooths depth over time, following motion.
 * @param frameSeconds frame interval in seconds
 */
export const createSteadying = (frameSeconds: number) => {
  const [quick, slow] = [gain(frameSeconds, averaged), gain(frameSeconds, forgotten)]
  let steady = prior.slice()
  let seen = 0
  return {
    now: () => steady,
    /** Begins anew with depth that is assumed. */
    forget: (assumed: Float32Array = prior) => {
      steady = assumed.slice()
      seen = 0
    },
    /** @param frames number of frames over which the flow was measured */
    add: ({ inverse, trust }: Depth, flow: Flow, frames: number) => {
      const before = steady
      seen += 1
      // The first frames have little or nothing to average with.
      const newest = Math.max(quick, 1 / seen)
      steady = new Float32Array(cells)
      for (let at = 0; at < cells; at += 1) {
        const old = before[cameFrom(flow, at, frames)] ?? 0
        const share = newest * (trust[at] ?? 0) + slow * (1 - (trust[at] ?? 0))
        steady[at] = Math.max(old + share * ((inverse[at] ?? 0) - old), prior[at] ?? 0)
      }
      return steady
    },
  }
}
