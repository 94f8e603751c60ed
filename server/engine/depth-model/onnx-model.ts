import { EngineError } from '~/server/engine/engine-error'

/**
 * Widths of models' inputs, in the order in which they are tried: Depth Anything (which takes any multiple of 14), MiDaS
 * large, MiDaS small. A model with a fixed size refuses every other.
 */
const sizes = [518, 384, 256] as const

/** What a model says of a face: its inverse depth in a scale of its own, larger is nearer; `size` pixels squared. */
export type FaceDepth = { readonly size: number; readonly values: Float32Array }

export type DepthModel = {
  /** Width and height in pixels of the faces that it takes. */
  readonly size: number
  readonly estimate: (face: Float32Array) => Promise<FaceDepth>
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const loadRuntime = async () => {
  try {
    return await import('onnxruntime-node')
  } catch (error) {
    throw new EngineError(
      'engine_failed',
      `DEPTH_MODEL takes the package onnxruntime-node, which this machine does not run: ${reasonOf(error)}`,
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
export const loadDepthModel = async (path: string): Promise<DepthModel> => {
  const { InferenceSession, Tensor } = await loadRuntime()
  const session = await InferenceSession.create(path, { logSeverityLevel: 4 }).catch((error: unknown) => {
    throw new EngineError('engine_failed', `The depth model ${path} cannot be read: ${reasonOf(error)}`)
  })
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]]
  const estimateDepth = async (face: Float32Array, size: number) => {
    const answer = (await session.run({ [input]: new Tensor('float32', face, [1, 3, size, size]) }))[output]
    return squareOf(answer?.data, answer?.dims ?? [])
  }
  const refusals: string[] = []
  for (const size of sizes) {
    const empty = new Float32Array(3 * size * size)
    const refusal = await estimateDepth(empty, size).then(() => undefined, reasonOf)
    if (refusal === undefined) return { size, estimate: face => estimateDepth(face, size) }
    refusals.push(refusal)
  }
  throw new EngineError('engine_failed', `The depth model ${path} accepts no frame: ${refusals.at(-1)}`)
}
