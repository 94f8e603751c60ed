import type { DepthReport } from '~/model/video/depth-report'
import type { DepthCause } from '~/model/video/quality'
import { flowError } from './depth'
import { cells, columns, latitudeOf, rows } from './sphere-grid'

/**
 * What is known of a frame: `ground` 1 if depth below the horizon is plausible; `speed` of the camera in m/s; `shift`,
 * the mean in radians that turning does not explain.
 */
type Seen = {
  readonly trust: Float32Array
  readonly texture: Float32Array
  readonly speed: number
  readonly shift: number
  readonly ground: number
}

/** Mean shift below which the camera stands still: the error of the flow itself. */
const unmoved = 2 * flowError
/** Speed in m/s that a camera seems to have, although the frame moves, if what surrounds it moves along. */
const standing = 0.25
/** Share of frames, or of a frame's area, from which a cause counts. */
const much = 0.5

const areas = Float32Array.from({ length: rows }, (_, row) => Math.cos(latitudeOf(row, rows)))

/** The mean of all cells, weighted by their area on the sphere. */
const meanOf = (values: Float32Array) => {
  let [area, sum] = [0, 0]
  for (let at = 0; at < cells; at += 1) {
    const weight = areas[Math.floor(at / columns)] ?? 0
    area += weight
    sum += weight * (values[at] ?? 0)
  }
  return sum / area
}

/** Counts how much depth was measured, and what was lacking where it was not. */
export const createTally = () => {
  const sums = { frames: 0, seen: 0, measured: 0, still: 0, carried: 0, plain: 0 }
  const cause = (): DepthCause => {
    if (sums.seen === 0) return 'unclear'
    const most = sums.seen * much
    if (sums.plain >= most) return 'plain'
    if (sums.still >= most) return 'still'
    return sums.carried >= most ? 'carried' : 'unclear'
  }
  return {
    /** A frame without an earlier one to compare with, whose depth is that of level ground. */
    unseen: () => {
      sums.frames += 1
    },
    add: ({ trust, texture, speed, shift, ground }: Seen) => {
      sums.frames += 1
      sums.seen += 1
      sums.measured += meanOf(trust)
      sums.plain += 1 - meanOf(texture)
      sums.still += shift < unmoved ? 1 : 0
      sums.carried += shift >= unmoved && speed < standing ? 1 : 1 - ground
    },
    report: (): DepthReport => ({
      measured: sums.frames ? sums.measured / sums.frames : 0,
      cause: cause(),
    }),
  }
}
