import { type DisparityMap, priorDisparity } from './disparity'
import type { EngineRequest } from './request'
import { columns } from './sphere-grid'

/** How a mode finds depth. `next` takes a picture as yuv420p; `summary` is for the log. */
export type Method = {
  readonly name: string
  /** Of its maps. */
  readonly columns: number
  readonly next: (picture: Uint8Array) => DisparityMap
  readonly summary: () => string
}

const fromPrior = async ({ height }: EngineRequest): Promise<Method> => {
  const map = priorDisparity(height)
  return { name: 'floor-prior', columns: 1, next: () => map, summary: () => 'Depth is that of level ground.' }
}

const fromMotion = async ({ width, height, framerate }: EngineRequest): Promise<Method> => {
  // The library of optical flow is large: what does not need it does not wait for it.
  const { createFromMotion } = await import('./from-motion')
  const motion = await createFromMotion(width, height, framerate)
  return {
    name: 'optical-flow+floor-prior',
    columns,
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
