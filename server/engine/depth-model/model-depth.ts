import { prior } from '~/server/engine/prior'
import { cells, columns, latitudeOf, rows } from '~/server/engine/sphere-grid'
import { type Anchors, alignFaces } from './align-faces'
import { faceCells } from './cube-faces'
import { createFaceFrames } from './face-frames'
import { type FaceDepth, loadDepthModel } from './onnx-model'

/** Latitudes in radians where ground is usually seen: not the far distance, not who holds the camera. */
const groundBand = { from: -1.1, to: -0.25 }
/** Trust in level ground as an anchor, beside 1 of depth that was measured. */
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
 * ground where the model tells nothing
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
