import type { DepthReport } from '~/model/video/depth-report'
import { type DisparityMap, priorDisparity } from './disparity'
import { createFromModel } from './from-model'
import type { EngineRequest } from './request'
import { columns } from './sphere-grid'

/** The depth method of a mode. `next` takes a yuv420p frame; `report` is of all frames so far. */
export type Method = {
  readonly name: string
  /** Number of columns of its maps. */
  readonly columns: number
  readonly next: (frame: Uint8Array) => DisparityMap | Promise<DisparityMap>
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

/** What a depth model estimates is neither measured nor level ground. */
const estimated = ({ measured }: DepthReport): DepthReport => ({ measured, cause: 'estimated' })

const withModel = async ({ depthModel, width, height }: EngineRequest) => {
  if (!depthModel) return undefined
  // The runtime of models is large: it is loaded only when needed.
  const { createModelDepth } = await import('./depth-model/model-depth')
  return createModelDepth(depthModel, width, height)
}

const fromMotion = async (request: EngineRequest): Promise<Method> => {
  // The optical flow library is large: it is loaded only when needed.
  const { createFromMotion } = await import('./from-motion')
  const model = await withModel(request)
  const motion = await createFromMotion(request, model)
  return {
    name: model ? 'optical-flow+depth-model' : 'optical-flow+floor-prior',
    columns,
    next: motion.next,
    report: () => (model ? estimated(motion.report()) : motion.report()),
  }
}

/** A single image yields no depth without a trained model: without one, this mode uses level ground too. */
const fromImage = async (request: EngineRequest): Promise<Method> => {
  const model = await withModel(request)
  if (!model) return fromPrior(request)
  const { next } = createFromModel(request, model)
  return { name: 'depth-model', columns, next, report: () => estimated({ measured: 0 }) }
}

export const methods: Readonly<Record<EngineRequest['mode'], (request: EngineRequest) => Promise<Method>>> = {
  fast: fromPrior,
  'accurate.video': fromMotion,
  'accurate.image': fromImage,
}
