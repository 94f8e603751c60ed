import { byColumn, type ColumnVector, latitudes } from './column-vectors'
import type { Motion } from './motion'
import { cells, columns, prior, rows } from './sphere-grid'

/** Cells per side of a square that is examined as a whole. */
const side = 8
const [across, down] = [columns / side, rows / side]
const blocks = across * down
/** Squares at each pole that are left as they are: the image is sparse there, and depth fades. */
const polar = 3
/** A square and the cells around it, which count too. */
const wide = side + 2
const samples = wide * wide
/** Difference of inverse distances in 1/m, and of the shift in radians that it causes, from which the sides of an edge differ enough. */
const leastGap = 0.1
const leastShift = (0.6 * 2 * Math.PI) / columns
/** Depth as it was counts as this much closer to the other frame: chance must not decide. */
const preference = 0.9

/** A square, and the excess over the prior of the near and of the far side. */
type Square = { readonly row: number; readonly column: number; readonly near: number; readonly far: number }

type Extremes = { readonly near: Float32Array; readonly far: Float32Array }

/** The largest and the smallest excess over the prior within each square. */
const fillExtremes = (inverse: Float32Array, { near, far }: Extremes) => {
  near.fill(0)
  far.fill(Number.POSITIVE_INFINITY)
  for (let row = 0; row < rows; row += 1) {
    const from = row * columns
    const ground = prior[from] ?? 0
    const block = Math.floor(row / side) * across
    for (let column = 0; column < columns; column += 1) {
      const excess = (inverse[from + column] ?? 0) - ground
      const at = block + (column >> 3)
      if (excess > (near[at] ?? 0)) near[at] = excess
      if (excess < (far[at] ?? 0)) far[at] = excess
    }
  }
}

/** The extremes of a square and of those around it. */
const around = ({ near, far }: Extremes, row: number, column: number) => {
  let [most, least] = [0, Number.POSITIVE_INFINITY]
  for (let y = row - 1; y <= row + 1; y += 1)
    for (let x = column - 1; x <= column + 1; x += 1) {
      const at = y * across + ((x + across) % across)
      most = Math.max(most, near[at] ?? 0)
      least = Math.min(least, far[at] ?? 0)
    }
  return [most, least] as const
}

const middleOf = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))

/** Medians of three cells of a row, for a square and the rows above and below it. */
const lines = new Float32Array(side * wide)

/** Copies a square without single cells that differ from those around them: the median of each row of three, then of three rows. */
const despeckle = (values: Float32Array, to: Float32Array, { row, column }: Square) => {
  const [top, left] = [row * side, column * side]
  for (let y = 0; y < wide; y += 1) {
    const from = (top + y - 1) * columns
    for (let x = 0; x < side; x += 1) {
      const before = values[from + ((left + x - 1) & (columns - 1))] ?? 0
      const after = values[from + ((left + x + 1) & (columns - 1))] ?? 0
      lines[y * side + x] = middleOf(before, values[from + left + x] ?? 0, after)
    }
  }
  for (let k = 0; k < side * side; k += 1)
    to[(top + Math.floor(k / side)) * columns + left + (k % side)] = middleOf(
      lines[k] ?? 0,
      lines[k + side] ?? 0,
      lines[k + 2 * side] ?? 0,
    )
}

/** How much a cell differs from a place in another frame, between four cells of it. */
const differenceAt = (other: Uint8Array, x: number, y: number, value: number) => {
  const left = Math.floor(x)
  const top = Math.min(Math.max(Math.floor(y), 0), rows - 2)
  const row = top * columns
  const a = row + (left & (columns - 1))
  const b = row + ((left + 1) & (columns - 1))
  const right = x - left
  const first = other[a] ?? 0
  const upper = first + ((other[b] ?? 0) - first) * right
  const second = other[a + columns] ?? 0
  const lower = second + ((other[b + columns] ?? 0) - second) * right
  return Math.abs(upper + (lower - upper) * (y - top) - value)
}

/** The sum of three by three values of a square and the cells around it, the first at `k`. */
const sumAround = (values: Float32Array, k: number) => {
  let sum = 0
  for (let at = k; at < k + 3 * wide; at += wide)
    sum += (values[at] ?? 0) + (values[at + 1] ?? 0) + (values[at + 2] ?? 0)
  return sum
}

/** Cells per radian downwards. */
const perUp = -rows / Math.PI

/** Two frames on the grid, the motion of the camera from `small` to `other`, and the inverse distances of `small`. */
type Pair = {
  readonly turn: ColumnVector
  readonly metres: ColumnVector
  readonly small: Uint8Array
  readonly other: Uint8Array
  readonly inverse: Float32Array
}

/** Differences of the cells of a square from the other frame: with the depth of their own, of the near and of the far side. */
const own = new Float32Array(samples)
const close = new Float32Array(samples)
const distant = new Float32Array(samples)

/** Fills in the differences of a square. */
const compareSquare = (pair: Pair, { row, column, near, far }: Square) => {
  const { turn, metres, small, other, inverse } = pair
  let k = 0
  for (let y = row * side - 1; y <= (row + 1) * side; y += 1) {
    const sine = latitudes.sine[y] ?? 0
    const cosine = latitudes.cosine[y] ?? 0
    const nearest = (prior[y * columns] ?? 0) + near
    const farthest = (prior[y * columns] ?? 0) + far
    const perRight = columns / (2 * Math.PI * cosine)
    for (let end = k + wide, place = column * side - 1; k < end; k += 1, place += 1) {
      const x = place & (columns - 1)
      const at = y * columns + x
      const fromX = x + (turn.up * cosine - (turn.ahead[x] ?? 0) * sine) * perRight
      const fromY = y - (turn.right[x] ?? 0) * perUp
      const alongX = (metres.right[x] ?? 0) * perRight
      const alongY = (metres.up * cosine - (metres.ahead[x] ?? 0) * sine) * perUp
      const value = small[at] ?? 0
      const depth = inverse[at] ?? 0
      own[k] = differenceAt(other, fromX + depth * alongX, fromY + depth * alongY, value)
      close[k] = differenceAt(other, fromX + nearest * alongX, fromY + nearest * alongY, value)
      distant[k] = differenceAt(other, fromX + farthest * alongX, fromY + farthest * alongY, value)
    }
  }
}

/** Writes the depth of each cell of a square that leads to the least difference. */
const sharpenSquare = (pair: Pair, square: Square, sharp: Float32Array) => {
  compareSquare(pair, square)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const at = (square.row * side + y) * columns + square.column * side + x
      const k = y * wide + x
      const nearer = sumAround(close, k)
      const farther = sumAround(distant, k)
      if (Math.min(nearer, farther) < preference * sumAround(own, k))
        sharp[at] = (prior[at] ?? 0) + (nearer < farther ? square.near : square.far)
    }
}

/** How far the camera's motion shifts the middle of a square in radians, per 1/m of inverse distance. */
const shiftAt = (metres: ColumnVector, row: number, column: number) => {
  const [y, x] = [row * side + side / 2, column * side + side / 2]
  const up = metres.up * (latitudes.cosine[y] ?? 0) - (metres.ahead[x] ?? 0) * (latitudes.sine[y] ?? 0)
  const right = metres.right[x] ?? 0
  return Math.sqrt(right * right + up * up)
}

/** Squares that hold both sides of an edge which the camera's motion distinguishes. */
const edgesIn = (extremes: Extremes, metres: ColumnVector) => {
  const found: Square[] = []
  for (let row = polar; row < down - polar; row += 1)
    for (let column = 0; column < across; column += 1) {
      const [near, far] = around(extremes, row, column)
      const gap = near - far
      if (gap >= leastGap && gap * shiftAt(metres, row, column) > leastShift)
        found.push({ row, column, near, far })
    }
  return found
}

/**
 * Sharpens the edges of near things. Flow is the mean of a window, so that depth changes gradually across an edge. Where it does,
 * each cell takes the depth of the near or of the far side, or keeps its own: whichever leads to the most similar cells of another
 * frame, given the motion of the camera.
 */
export const createSharpening = () => {
  const extremes = { near: new Float32Array(blocks), far: new Float32Array(blocks) }
  const [sharp, clean] = [new Float32Array(cells), new Float32Array(cells)]
  /**
   * @param inverse distances in 1/m, not below the prior
   * @param motion of the camera from `small` to `other`, both on the grid
   * @returns sharpened inverse distances, valid until the next call
   */
  return (inverse: Float32Array, motion: Motion, small: Uint8Array, other: Uint8Array): Float32Array => {
    const pair = { turn: byColumn(motion.turn), metres: byColumn(motion.metres), small, other, inverse }
    fillExtremes(inverse, extremes)
    const squares = edgesIn(extremes, pair.metres)
    sharp.set(inverse)
    for (const square of squares) sharpenSquare(pair, square, sharp)
    clean.set(sharp)
    for (const square of squares) despeckle(sharp, clean, square)
    return clean
  }
}
