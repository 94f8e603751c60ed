import { EngineError } from '~/engine/request'
import { cells, columns, latitudeOf, prior, rows } from '~/engine/sphere-grid'
import { messageOf } from '~/model/errors'
import { type Anchors, alignFaces } from './align-faces'
import { createFaceFrames, faceCells } from './face-frames'

/**
 * Widths of models' inputs, in the order in which they are tried: Depth Anything (which takes any multiple of 14), MiDaS
 * large, MiDaS small. A model with a fixed size refuses every other.
 */
const sizes = [518, 384, 256] as const

/** A model's estimate for a face: inverse depth in its own scale, larger is nearer; `size` pixels squared. */
type FaceDepth = { readonly size: number; readonly values: Float32Array }

type DepthModel = {
  /** Width and height in pixels of the faces that it takes. */
  readonly size: number
  readonly estimate: (face: Float32Array) => Promise<FaceDepth>
}

const loadRuntime = async () => {
  try {
    return await import('onnxruntime-node')
  } catch (error) {
    throw new EngineError(
      'engine_failed',
      `DEPTH_MODEL takes the package onnxruntime-node, which this machine does not run: ${messageOf(error)}`,
    )
  }
}

/** The model's answer as a square of numbers; a model of another kind answers otherwise. */
const squareOf = (data: unknown, dims: readonly number[]): FaceDepth => {
  const [height = 0, width = 0] = dims.slice(-2)
  if (!(data instanceof Float32Array) || height !== width || data.length !== height * width)
    throw new EngineError(
      'engine_failed',
      `The depth model answers ${dims.join(' × ')} values; it takes one map of inverse depth, as of MiDaS or Depth Anything.`,
    )
  return { size: width, values: data }
}

/**
 * Loads a monocular depth model: one input of 1 × 3 × size × size, one output of inverse depth.
 * @param path of an ONNX file
 * @throws EngineError that names the file, if it cannot be loaded or takes another input
 */
const loadDepthModel = async (path: string): Promise<DepthModel> => {
  const { InferenceSession, Tensor } = await loadRuntime()
  const session = await InferenceSession.create(path, { logSeverityLevel: 4 }).catch((error: unknown) => {
    throw new EngineError('engine_failed', `The depth model ${path} cannot be read: ${messageOf(error)}`)
  })
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]]
  const estimateDepth = async (face: Float32Array, size: number) => {
    const answer = (await session.run({ [input]: new Tensor('float32', face, [1, 3, size, size]) }))[output]
    return squareOf(answer?.data, answer?.dims ?? [])
  }
  const refusals: string[] = []
  for (const size of sizes) {
    const empty = new Float32Array(3 * size * size)
    const refusal = await estimateDepth(empty, size).then(() => undefined, messageOf)
    if (refusal === undefined) return { size, estimate: face => estimateDepth(face, size) }
    refusals.push(refusal)
  }
  throw new EngineError('engine_failed', `The depth model ${path} accepts no frame: ${refusals.at(-1)}`)
}

/** Latitudes in radians where ground is usually visible: not the far distance, not the person with the camera. */
const groundBand = { from: -1.1, to: -0.25 }
/** Trust in level ground as an anchor; measured depth has 1. */
const groundTrust = 0.3

const isGround = (at: number) => {
  const latitude = latitudeOf(Math.floor(at / columns), rows)
  return latitude > groundBand.from && latitude < groundBand.to
}

const ground: Anchors = {
  inverse: prior,
  trust: Float32Array.from({ length: cells }, (_, at) => (isGround(at) ? groundTrust : 0)),
}

/** Measured depth where there is any, level ground elsewhere. */
const anchorsOf = (measured: Anchors | undefined): Anchors =>
  measured
    ? {
        inverse: measured.inverse.map((value, at) =>
          (measured.trust[at] ?? 0) > groundTrust ? value : (prior[at] ?? 0),
        ),
        trust: measured.trust.map((value, at) => Math.max(value, ground.trust[at] ?? 0)),
      }
    : ground

/** The model's values at the cells that a face sees. */
const valuesAt = ({ size, values }: FaceDepth, { across, down }: (typeof faceCells)[number]) =>
  across.map((x, index) => {
    const column = Math.min(Math.floor(x * size), size - 1)
    const row = Math.min(Math.floor((down[index] ?? 0) * size), size - 1)
    return values[row * size + column] ?? 0
  })

/**
 * Estimates depth with a monocular depth model on the six faces of a cube.
 * @param path of the model's ONNX file
 * @param width of the frames; twice `height`
 * @returns a function from a yuv420p frame, and from depth that was measured in it, to inverse distances in 1/m; level
 * ground where the model has no estimate
 * @throws EngineError if the model cannot be loaded
 */
export const createModelDepth = async (path: string, width: number, height: number) => {
  const model = await loadDepthModel(path)
  const draw = createFaceFrames(width, height, model.size)
  return async (frame: Uint8Array, measured?: Anchors): Promise<Float32Array> => {
    const values: Float32Array[] = []
    for (const [index, face] of draw(frame).entries()) {
      const seen = faceCells[index]
      if (seen) values.push(valuesAt(await model.estimate(face), seen))
    }
    const inverse = alignFaces(values, anchorsOf(measured))
    return inverse ? inverse.map((value, at) => Math.max(value, prior[at] ?? 0)) : prior
  }
}

export type ModelDepth = Awaited<ReturnType<typeof createModelDepth>>
