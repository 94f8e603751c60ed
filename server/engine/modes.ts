import { type DisparityMap, priorDisparity } from './disparity'
import { createFromMotion } from './from-motion'
import type { EngineRequest } from './request'

/** How a mode finds depth. `next` takes a picture as yuv420p; `summary` is for the log. */
export type Method = {
  readonly name: string
  readonly next: (picture: Uint8Array) => DisparityMap
  readonly summary: () => string
}

const fromPrior = async ({ height }: EngineRequest): Promise<Method> => {
  const map = priorDisparity(height)
  return { name: 'floor-prior', next: () => map, summary: () => 'Depth is that of level ground.' }
}

const fromMotion = async ({ width, height, framerate }: EngineRequest): Promise<Method> => {
  const motion = await createFromMotion(width, height, framerate)
  return {
    name: 'optical-flow+floor-prior',
    next: picture => motion.next(picture.subarray(0, width * height)),
    summary: () => `${Math.round(motion.fellBack() * 100)} % of the depth fell back to level ground.`,
  }
}

/** One picture tells no depth without a model that was taught it, so `accurate.image` is level ground too. */
export const methods: Readonly<Record<EngineRequest['mode'], (request: EngineRequest) => Promise<Method>>> = {
  fast: fromPrior,
  'accurate.video': fromMotion,
  'accurate.image': fromPrior,
}
