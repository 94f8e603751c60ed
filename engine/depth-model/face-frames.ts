import { cellFrame, directions } from '~/engine/directions'
import { cells, type Size, shrinkPlane } from '~/engine/sphere-grid'

/** Half the field of view of a face, as a tangent: 55°, so that neighbours overlap by 20°. */
const reach = Math.tan((55 * Math.PI) / 180)
/** Tangents between which a face yields to its neighbours. */
const whole = 0.8
const gone = 1.36

type Vector = readonly [number, number, number]
type Axes = { readonly ahead: Vector; readonly right: Vector; readonly up: Vector }

/** Right, up and ahead are the axes of the sphere's grid. */
const axes: readonly Axes[] = [
  { ahead: [0, 0, 1], right: [1, 0, 0], up: [0, 1, 0] },
  { ahead: [1, 0, 0], right: [0, 0, -1], up: [0, 1, 0] },
  { ahead: [0, 0, -1], right: [-1, 0, 0], up: [0, 1, 0] },
  { ahead: [-1, 0, 0], right: [0, 0, 1], up: [0, 1, 0] },
  { ahead: [0, 1, 0], right: [1, 0, 0], up: [0, 0, -1] },
  { ahead: [0, -1, 0], right: [1, 0, 0], up: [0, 0, 1] },
]

export const faceCount = axes.length

/**
 * The cells of the sphere's grid that a face sees: `at` their indices, `across` and `down` their places on the face (0 to 1),
 * `cosine` of the angle to its middle, `weight` from 1 in the middle to 0 at its edge.
 */
export type FaceCells = {
  readonly at: Int32Array
  readonly across: Float32Array
  readonly down: Float32Array
  readonly cosine: Float32Array
  readonly weight: Float32Array
}

const along = ([x, y, z]: Vector, k: number) =>
  x * (directions[k] ?? 0) + y * (directions[k + 1] ?? 0) + z * (directions[k + 2] ?? 0)

const weightAt = (off: number) => Math.min(Math.max((gone - off) / (gone - whole), 0), 1)

const cellsOf = ({ ahead, right, up }: Axes): FaceCells => {
  const seen: [number, number, number, number, number][] = []
  for (let at = 0; at < cells; at += 1) {
    const k = at * cellFrame
    const cosine = along(ahead, k)
    if (cosine <= 0) continue
    const [x, y] = [along(right, k) / cosine, along(up, k) / cosine]
    const weight = weightAt(Math.max(Math.abs(x), Math.abs(y)))
    if (weight > 0) seen.push([at, (x / reach + 1) / 2, (1 - y / reach) / 2, cosine, weight])
  }
  const column = (index: 1 | 2 | 3 | 4) => Float32Array.from(seen, row => row[index])
  return {
    at: Int32Array.from(seen, row => row[0]),
    across: column(1),
    down: column(2),
    cosine: column(3),
    weight: column(4),
  }
}

export const faceCells: readonly FaceCells[] = axes.map(cellsOf)

/**
 * Where each pixel of a face lies on an equirectangular frame.
 * @param size of the face in pixels
 * @returns two numbers per pixel, row by row: the share of the frame's width and of its height, 0 to 1
 */
const facePlaces = (face: number, size: number): Float32Array => {
  const places = new Float32Array(2 * size * size)
  const { ahead, right, up } = axes[face] ?? { ahead: [0, 0, 1], right: [1, 0, 0], up: [0, 1, 0] }
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const x = (((column + 0.5) / size) * 2 - 1) * reach
      const y = (1 - ((row + 0.5) / size) * 2) * reach
      const way = ([0, 1, 2] as const).map(axis => ahead[axis] + x * right[axis] + y * up[axis])
      const [dx = 0, dy = 0, dz = 1] = way
      const to = 2 * (row * size + column)
      places[to] = Math.atan2(dx, dz) / (2 * Math.PI) + 0.5
      places[to + 1] = 0.5 - Math.asin(dy / Math.hypot(dx, dy, dz)) / Math.PI
    }
  return places
}

/** Means and deviations of the frames that MiDaS and Depth Anything were taught with, in red, green and blue. */
const means = [0.485, 0.456, 0.406] as const
const deviations = [0.229, 0.224, 0.225] as const

/** A face of 110° has this share of the frame's width. */
const share = 110 / 360

/** Converts a limited-range BT.709 pixel to red, green and blue from 0 to 1. */
const coloursOf = (luma: number, blueness: number, redness: number) => {
  const [y, u, v] = [(luma - 16) / 219, (blueness - 128) / 224, (redness - 128) / 224]
  return [y + 1.5748 * v, y - 0.1873 * u - 0.4681 * v, y + 1.8556 * u] as const
}

type Planes = { readonly size: Size; readonly planes: readonly Uint8Array[] }

/** A yuv420p frame with all three planes in one size, no larger than faces of that size can show. */
const shrunken = (frame: Uint8Array, width: number, height: number, face: number): Planes => {
  const wide = Math.min(width, Math.ceil(face / share / 2) * 2)
  const size = { width: wide, height: wide / 2 }
  const luma = width * height
  const half = { width: width / 2, height: height / 2 }
  return {
    size,
    planes: [
      shrinkPlane(frame.subarray(0, luma), { width, height }, size),
      shrinkPlane(frame.subarray(luma, luma * 1.25), half, size),
      shrinkPlane(frame.subarray(luma * 1.25, luma * 1.5), half, size),
    ],
  }
}

/** The value of a plane between its four nearest pixels; columns wrap around, rows do not. */
const between = (plane: Uint8Array, { width, height }: Size, x: number, y: number) => {
  const [left, top] = [Math.floor(x), Math.min(Math.max(Math.floor(y), 0), height - 1)]
  const below = Math.min(top + 1, height - 1)
  const [first, second] = [(left + width) % width, (left + 1 + width) % width]
  const [across, down] = [x - left, Math.min(Math.max(y - top, 0), 1)]
  const row = (at: number) =>
    (plane[at * width + first] ?? 0) * (1 - across) + (plane[at * width + second] ?? 0) * across
  return row(top) * (1 - down) + row(below) * down
}

const drawFace = ({ size, planes }: Planes, places: Float32Array, pixels: number): Float32Array => {
  const input = new Float32Array(3 * pixels)
  const [luma, blueness, redness] = planes
  if (!luma || !blueness || !redness) return input
  for (let at = 0; at < pixels; at += 1) {
    const x = (places[2 * at] ?? 0) * size.width - 0.5
    const y = (places[2 * at + 1] ?? 0) * size.height - 0.5
    const colours = coloursOf(
      between(luma, size, x, y),
      between(blueness, size, x, y),
      between(redness, size, x, y),
    )
    for (const channel of [0, 1, 2] as const)
      input[channel * pixels + at] = (colours[channel] - means[channel]) / deviations[channel]
  }
  return input
}

/**
 * Renders the six faces of a cube around the camera, as input of a depth model.
 * @param face width and height of a face in pixels
 * @returns a function from a yuv420p frame to faces: red, green and blue planes, normalised
 */
export const createFaceFrames = (width: number, height: number, face: number) => {
  const places = Array.from({ length: faceCount }, (_, index) => facePlaces(index, face))
  return (frame: Uint8Array): readonly Float32Array[] => {
    const planes = shrunken(frame, width, height, face)
    return places.map(each => drawFace(planes, each, face * face))
  }
}
