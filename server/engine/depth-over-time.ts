import type { Depth } from './depth'
import type { Flow } from './flow'
import { prior } from './prior'
import { cells, columns, rows } from './sphere-grid'

/** Seconds over which what the flow tells is averaged, and over which what it no longer tells is forgotten. */
const averaged = 0.1
const forgotten = 1

/** The share of what is new, a frame. */
const gain = (seconds: number, time: number) => 1 - Math.exp(-seconds / time)

/** Where a cell was a frame ago, given where it was `frames` ago. */
const cameFrom = ({ right, down }: Flow, at: number, frames: number) => {
  const column = Math.round((at % columns) + (right[at] ?? 0) / frames)
  const row = Math.round(Math.floor(at / columns) + (down[at] ?? 0) / frames)
  return Math.min(Math.max(row, 0), rows - 1) * columns + (((column % columns) + columns) % columns)
}

/**
 * Steadies depth from frame to frame, following what moves.
 * @param frameSeconds from one frame to the next
 */
export const createSteadying = (frameSeconds: number) => {
  const [quick, slow] = [gain(frameSeconds, averaged), gain(frameSeconds, forgotten)]
  let steady = prior.slice()
  let seen = 0
  return {
    now: () => steady,
    forget: () => {
      steady = prior.slice()
      seen = 0
    },
    /** @param frames over which the flow was measured */
    add: ({ inverse, trust }: Depth, flow: Flow, frames: number) => {
      const before = steady
      seen += 1
      // At first there is nothing to average with.
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
