import { cameraMotion } from './camera-motion'
import { angularFlow, seenDepth } from './depth'
import { createSteadying } from './depth-over-time'
import { type DisparityMap, disparityMap } from './disparity'
import { loadFlow } from './flow'
import { fuse } from './fuse'
import { prior } from './prior'
import { cells, columns, latitudeOf, rows, shrink } from './sphere-grid'
import { blur, textureTrust } from './texture'

/** Seconds between the two pictures that are compared: a walker moves far enough, a car not too far. */
const apart = 1 / 15
/** The mean change of brightness, in levels, that is taken for a cut. */
const cutLevels = 30
/** Radians below the horizon where the ground is what is most often seen: it is what all else is measured by. */
const groundBelow = -0.25

const difference = (a: Uint8Array, b: Uint8Array) => {
  let sum = 0
  for (let at = 0; at < cells; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0))
  return sum / cells
}

/** What the camera's motion is measured by: the ground as it should be, the rest as it was last seen. */
const yardstick = (steady: Float32Array) => {
  const inverse = steady.slice()
  for (let row = 0; row < rows; row += 1)
    if (latitudeOf(row, rows) < groundBelow)
      inverse.set(prior.subarray(row * columns, (row + 1) * columns), row * columns)
  return inverse
}

/** The share of the sphere that is not told by the motion, each cell by its area. */
const untold = (trust: Float32Array) => {
  let [area, told] = [0, 0]
  for (let at = 0; at < cells; at += 1) {
    const weight = Math.cos(latitudeOf(Math.floor(at / columns), rows))
    area += weight
    told += weight * (trust[at] ?? 0)
  }
  return 1 - told / area
}

/**
 * Depth from how the moving camera shifts what it sees. The function takes brightness, picture by picture.
 * @param framerate pictures a second
 */
export const createFromMotion = async (width: number, height: number, framerate: number) => {
  const follow = await loadFlow()
  const frames = Math.max(1, Math.round(framerate * apart))
  const steadying = createSteadying(1 / framerate)
  let past: Uint8Array[] = []
  let [sum, count] = [0, 0]
  const look = (small: Uint8Array) => {
    const last = past.at(-1)
    if (last && difference(last, small) > cutLevels) {
      past = []
      steadying.forget()
    }
    const reference = past[0]
    if (!reference) return 1
    const flow = follow(small, reference)
    const angular = angularFlow(flow)
    const motion = cameraMotion(angular, yardstick(steadying.now()))
    const depth = fuse(seenDepth(angular, motion, textureTrust(small)))
    steadying.add(depth, flow, past.length)
    return untold(depth.trust)
  }
  return {
    next: (luma: Uint8Array): DisparityMap => {
      const small = shrink(luma, width, height)
      sum += look(small)
      count += 1
      past = [...past, small].slice(-frames)
      return disparityMap(blur(steadying.now(), 1))
    },
    /** The share that fell back to the prior, over all pictures so far. */
    fellBack: () => (count ? sum / count : 1),
  }
}
