import { type DisparityMap, disparityMap } from './disparity'
import { createKept, type Estimate } from './estimate'
import type { FrameSize } from './from-motion'
import { isCut } from './shots'
import { shrink } from './sphere-grid'
import { blur } from './texture'

/** Time constant in seconds with which depth follows a new estimate: models flicker. */
const averaged = 0.2

/** Estimates depth frame by frame, whether the camera moves or not. `next` takes yuv420p frames. */
export const createFromModel = ({ width, height, framerate }: FrameSize, estimate: Estimate) => {
  const estimates = createKept(estimate, framerate)
  const gain = 1 - Math.exp(-1 / framerate / averaged)
  let before: Uint8Array | undefined
  let steady = new Float32Array()
  const follow = (target: Float32Array) =>
    steady.map((value, at) => value + gain * ((target[at] ?? 0) - value))
  return {
    next: async (frame: Uint8Array): Promise<DisparityMap> => {
      const small = shrink(frame.subarray(0, width * height), width, height)
      steady =
        !before || isCut(before, small)
          ? await estimates.anew(frame)
          : follow(await estimates.now(frame, () => undefined))
      before = small
      return disparityMap(blur(steady, 1))
    },
  }
}
