import { cellFrame, cells, directions } from '~/server/engine/sphere-grid'

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
export const facePlaces = (face: number, size: number): Float32Array => {
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
