import {
  angularFlow,
  createKept,
  createRoom,
  createSteadying,
  createTally,
  type Estimate,
  fuse,
  groundTrust,
  meanShift,
  seenDepth,
} from './depth'
import { createFlow } from './flow'
import { cameraMotion } from './motion'
import type { EngineRequest } from './request'
import { createSharpening } from './sharpen'
import { columns, isCut, latitudeOf, prior, rows, textureTrust } from './sphere-grid'
import { type DisparityMap, disparityMap } from './warp'

/** Seconds between the two compared frames: a walker moves far enough, a car not too far. */
const apart = 1 / 15
/** A frame on the grid of the sphere, and its number in the shot. */
type Compared = { readonly small: Uint8Array; readonly age: number }

/** Latitude in radians below which the ground is most often visible; it is the reference for scale. */
const groundBelow = -0.25

/** Reference distances for the camera motion: the prior for the ground, the last estimate for the rest. */
const yardstick = (steady: Float32Array, inverse: Float32Array) => {
  inverse.set(steady)
  for (let row = 0; row < rows; row += 1)
    if (latitudeOf(row, rows) < groundBelow)
      inverse.set(prior.subarray(row * columns, (row + 1) * columns), row * columns)
  return inverse
}

/** Level ground, which no frame changes. */
const assumeGround: Estimate = async () => prior

/**
 * Estimates depth from the parallax of the moving camera. `next` takes frames one by one: on the grid of the sphere, and in yuv420p.
 * @param framerate frames per second
 * @param cameraHeight in metres
 * @param estimate depth of a frame wherever motion gives none; called at the first frame of a shot and `apart` later on
 */
export const createFromMotion = (
  { framerate, cameraHeight }: Pick<EngineRequest, 'framerate' | 'cameraHeight'>,
  estimate: Estimate = assumeGround,
) => {
  const follow = createFlow()
  const span = Math.max(1, Math.round(framerate * apart))
  const step = Math.max(1, Math.floor((framerate * apart) / 2))
  const steadying = createSteadying(1 / framerate)
  const tally = createTally()
  const room = createRoom()
  // A model's edges are sharp already.
  const sharpen = estimate === assumeGround ? createSharpening() : undefined
  const assumed = createKept(estimate, framerate / step)
  let past: readonly Compared[] = []
  let [age, map] = [0, disparityMap(prior, cameraHeight)]
  const begin = async (frame: Uint8Array) => {
    steadying.forget(await assumed.anew(frame))
    tally.unseen()
    return undefined
  }
  const measure = async (frame: Uint8Array, small: Uint8Array, reference: Compared, since: number) => {
    const frames = age - reference.age
    const flow = follow(small, reference.small)
    const angular = angularFlow(flow, room.angular)
    const motion = cameraMotion(angular, yardstick(steadying.now(), room.yardstick))
    const texture = textureTrust(small)
    const seen = seenDepth(angular, motion, texture, room.seen)
    const ground = groundTrust(seen)
    const base = await assumed.now(frame, () => fuse(seen, ground))
    const depth = fuse(seen, ground, base, seen)
    steadying.add(depth, flow, frames, since)
    const speed = (Math.hypot(...motion.metres) * framerate) / frames
    tally.add({ trust: depth.trust, texture, speed, shift: meanShift(angular, motion), ground })
    return sharpen?.(steadying.now(), motion, small, reference.small)
  }
  return {
    next: async (small: Uint8Array, frame: Uint8Array): Promise<DisparityMap> => {
      const last = past.at(-1)
      const isNew = !last || isCut(last.small, small)
      age = isNew ? 0 : age + 1
      // At high frame rates, frames in between keep their depth; the first ones of a shot have the least to go by.
      if (age > span && age % step) return map
      if (isNew) past = []
      past = past.filter(each => each.age >= age - span)
      const reference = past[0] ?? last
      const sharp =
        isNew || !reference ? await begin(frame) : await measure(frame, small, reference, age - last.age)
      past = [...past, { small, age }]
      map = disparityMap(sharp ?? steadying.now(), cameraHeight)
      return map
    },
    /** Share of measured depth in all frames so far, and the cause of missing depth. */
    report: tally.report,
  }
}
