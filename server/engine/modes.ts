import type { DepthReport } from '~/model/depth-report'
import { type DisparityMap, priorDisparity } from './disparity'
import type { EngineRequest } from './request'
import { columns } from './sphere-grid'

/** The depth method of a mode. `next` takes a yuv420p frame; `report` is of all frames so far. */
export type Method = {
  readonly name: string
  /** Number of columns of its maps. */
  readonly columns: number
  readonly next: (picture: Uint8Array) => DisparityMap
  readonly report: () => DepthReport
}

const fromPrior = async ({ height }: EngineRequest): Promise<Method> => {
  const map = priorDisparity(height)
  return {
    name: 'floor-prior',
    columns: 1,
    next: () => map,
    report: () => ({ measured: 0, cause: 'assumed' }),
  }
}

const fromMotion = async ({ width, height, framerate }: EngineRequest): Promise<Method> => {
  // The optical flow library is large: it is loaded only when needed.
  const { createFromMotion } = await import('./from-motion')
  const motion = await createFromMotion(width, height, framerate)
  return {
    name: 'optical-flow+floor-prior',
    columns,
    next: picture => motion.next(picture.subarray(0, width * height)),
    report: motion.report,
  }
}

/** A single image yields no depth without a trained model, so `accurate.image` also uses level ground. */
export const methods: Readonly<Record<EngineRequest['mode'], (request: EngineRequest) => Promise<Method>>> = {
  fast: fromPrior,
  'accurate.video': fromMotion,
  'accurate.image': fromPrior,
}
