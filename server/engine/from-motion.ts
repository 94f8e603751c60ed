import { cameraMotion } from './camera-motion'
import { angularFlow, meanShift, seenDepth } from './depth'
import { createSteadying } from './depth-over-time'
import { createTally } from './depth-tally'
import { type DisparityMap, disparityMap } from './disparity'
import { loadFlow } from './flow'
import { fuse, groundTrust } from './fuse'
import { prior } from './prior'
import { cells, columns, latitudeOf, rows, shrink } from './sphere-grid'
import { blur, textureTrust } from './texture'

/** Seconds between the two compared frames: a walker moves far enough, a car not too far. */
const apart = 1 / 15
/** Mean change of brightness, in levels, that counts as a cut. */
const cutLevels = 30
/** Latitude in radians below which the ground is most often visible; it is the reference for scale. */
const groundBelow = -0.25

const difference = (a: Uint8Array, b: Uint8Array) => {
  let sum = 0
  for (let at = 0; at < cells; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0))
  return sum / cells
}

/** Reference distances for the camera motion: the prior for the ground, the last estimate for the rest. */
const yardstick = (steady: Float32Array) => {
  const inverse = steady.slice()
  for (let row = 0; row < rows; row += 1)
    if (latitudeOf(row, rows) < groundBelow)
      inverse.set(prior.subarray(row * columns, (row + 1) * columns), row * columns)
  return inverse
}

/**
 * Estimates depth from the parallax of the moving camera. `next` takes the luma plane frame by frame.
 * @param framerate frames per second
 */
export const createFromMotion = async (width: number, height: number, framerate: number) => {
  const follow = await loadFlow()
  const frames = Math.max(1, Math.round(framerate * apart))
  const steadying = createSteadying(1 / framerate)
  let past: Uint8Array[] = []
  const tally = createTally()
  const look = (small: Uint8Array) => {
    const last = past.at(-1)
    if (last && difference(last, small) > cutLevels) {
      past = []
      steadying.forget()
    }
    const reference = past[0]
    if (!reference) return tally.unseen()
    const flow = follow(small, reference)
    const angular = angularFlow(flow)
    const motion = cameraMotion(angular, yardstick(steadying.now()))
    const texture = textureTrust(small)
    const seen = seenDepth(angular, motion, texture)
    const ground = groundTrust(seen)
    const depth = fuse(seen, ground)
    steadying.add(depth, flow, past.length)
    const speed = (Math.hypot(...motion.metres) * framerate) / past.length
    tally.add({ trust: depth.trust, texture, speed, shift: meanShift(angular, motion), ground })
  }
  return {
    next: (luma: Uint8Array): DisparityMap => {
      const small = shrink(luma, width, height)
      look(small)
      past = [...past, small].slice(-frames)
      return disparityMap(blur(steadying.now(), 1))
    },
    /** How much depth was measured in all frames so far, and what was lacking. */
    report: tally.report,
  }
}
