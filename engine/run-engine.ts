import type { DepthReport } from '~/model/video/depth-report'
import { createKept, type Estimate } from './depth'
import { EngineError, type EngineRequest, type Messages, type Result } from './request'
import { columns, isCut, usualHeight } from './sphere-grid'
import { isHuge, type OpenVideo, openVideo, readFacts, startReading } from './video'
import { createWarp, type DisparityMap, disparityMap, priorDisparity, type Warp } from './warp'

/** Time constant in seconds with which depth follows a new estimate: models flicker. */
const averaged = 0.2

/** Estimates depth frame by frame, whether the camera moves or not. `next` takes a frame on the grid of the sphere, and in yuv420p. */
const createFromModel = ({ framerate, cameraHeight }: EngineRequest, estimate: Estimate) => {
  const estimates = createKept(estimate, framerate)
  const gain = 1 - Math.exp(-1 / framerate / averaged)
  let before: Uint8Array | undefined
  let steady = new Float32Array()
  const follow = (target: Float32Array) =>
    steady.map((value, at) => value + gain * ((target[at] ?? 0) - value))
  return {
    next: async (small: Uint8Array, frame: Uint8Array): Promise<DisparityMap> => {
      steady =
        !before || isCut(before, small)
          ? await estimates.anew(frame)
          : follow(await estimates.now(frame, () => undefined))
      before = small
      return disparityMap(steady, cameraHeight)
    },
  }
}

/** The depth method of a mode. `next` takes the held frame; `report` is of all frames so far. */
export type Method = {
  readonly name: string
  /** Number of columns of its maps. */
  readonly columns: number
  readonly next: (held: Warp) => DisparityMap | Promise<DisparityMap>
  readonly report: () => DepthReport
}

const fromPrior = async ({ height, cameraHeight }: EngineRequest): Promise<Method> => {
  const map = priorDisparity(height, cameraHeight)
  return {
    name: 'floor-prior',
    columns: 1,
    next: () => map,
    report: () => ({ measured: 0, cause: 'assumed' }),
  }
}

/** Reports depth of a model as estimated: neither measured nor level ground. */
const estimated = ({ measured }: DepthReport): DepthReport => ({ measured, cause: 'estimated' })

const withModel = async ({ depthModel, width, height }: EngineRequest) => {
  if (!depthModel) return undefined
  // The runtime of models is large: it is loaded only when needed.
  const { createModelDepth } = await import('./depth-model/model-depth')
  return createModelDepth(depthModel, width, height)
}

const fromMotion = async (request: EngineRequest): Promise<Method> => {
  // Tables of the sphere take time to compute: they are loaded only when needed.
  const { createFromMotion } = await import('./from-motion')
  const model = await withModel(request)
  const motion = createFromMotion(request, model)
  return {
    name: model ? 'optical-flow+depth-model' : 'optical-flow+floor-prior',
    columns,
    next: held => motion.next(held.shrink(), held.frame),
    report: () => (model ? estimated(motion.report()) : motion.report()),
  }
}

/** A single image yields no depth without a trained model: without one, this mode uses level ground too. */
const fromImage = async (request: EngineRequest): Promise<Method> => {
  const model = await withModel(request)
  if (!model) return fromPrior(request)
  const { next } = createFromModel(request, model)
  return {
    name: 'depth-model',
    columns,
    next: held => next(held.shrink(), held.frame),
    report: () => estimated({ measured: 0 }),
  }
}

const methods: Readonly<Record<EngineRequest['mode'], (request: EngineRequest) => Promise<Method>>> = {
  fast: fromPrior,
  'accurate.video': fromMotion,
  'accurate.image': fromImage,
}

/** A video may be slightly shorter than announced; a truncated one must not pass as complete. */
const assertWhole = (done: number, expected: number) => {
  if (done < 0.9 * expected - 1)
    throw new EngineError(
      'unreadable_video',
      `The video ends after ${done} of ${Math.round(expected)} frames.`,
    )
}

const summaryOf = ({ measured, cause }: DepthReport) => {
  const rest = `${Math.round((1 - measured) * 100)} % of the depth`
  if (cause === 'assumed') return 'Depth is that of level ground.'
  return cause === 'estimated'
    ? `${rest} was estimated by the depth model.`
    : `${rest} fell back to level ground (${cause}).`
}

/** The height of the camera is never measured: from any other, a scene in proportion would look the same. */
const heightIn = ({ cameraHeight }: EngineRequest) =>
  cameraHeight === undefined
    ? `The camera is assumed ${usualHeight} m above the ground.`
    : `The camera is ${cameraHeight} m above the ground, as ordered.`

/** The report of a method with the height it was made for. Rounds to a thousandth: more digits are noise. */
const finalReport = (
  { measured, cause }: DepthReport,
  { cameraHeight = usualHeight }: EngineRequest,
): DepthReport => ({ measured: Math.round(measured * 1000) / 1000, cause, cameraHeight })

/** One frame, or two where memory is not short: while one is written, the next one is read and its motion tracked. */
const heldFrames = (request: EngineRequest, columnCount: number): readonly Warp[] =>
  Array.from({ length: isHuge(request) ? 1 : 2 }, () =>
    createWarp(request.width, request.height, columnCount),
  )

/** Writes the left eye's planes and turns each into the right eye's, which replaces it. */
const writeBothEyes = async (video: OpenVideo, { planes }: Warp, map: DisparityMap) => {
  for (const { bytes, move } of planes) {
    await video.write(bytes)
    move(map)
    await video.write(bytes)
  }
}

/**
 * Creates the stereoscopic video.
 * @param signal aborts it and kills its child processes
 * @throws EngineError
 */
export const runEngine = async (
  request: EngineRequest,
  messages: Messages,
  signal: AbortSignal,
): Promise<Result> => {
  // Started first: while the headers are read, it decodes the first frame.
  const framesInto = startReading(request, signal)
  const [facts, method] = await Promise.all([readFacts(request, signal), methods[request.mode](request)])
  messages.stage('vectorization')
  const video = openVideo(request, facts, signal)
  const expected = Math.max(1, request.duration * request.framerate)
  const held = heldFrames(request, method.columns)
  const { lead = 0 } = request
  let done = 0
  let written = Promise.resolve()
  for await (const warp of framesInto(held)) {
    const map = await method.next(warp)
    await written
    if (done >= lead) written = writeBothEyes(video, warp, map)
    // Its errors surface where it is awaited.
    written.catch(() => undefined)
    if (held.length === 1) await written
    done += 1
    messages.progress(Math.min(done / expected, 1) * 0.98)
  }
  await written
  assertWhole(done, expected)
  messages.stage('convert_x264')
  await video.close()
  const quality = method.report()
  messages.log(`${done - lead} frames. ${summaryOf(quality)} ${heightIn(request)}`)
  const engine = { name: 'reference', version: '1.0', method: method.name }
  return { output: request.output, layout: 'top-bottom', engine, quality: finalReport(quality, request) }
}
