import { latitudes, longitudes } from './column-vectors'
import { columns, rows } from './sphere-grid'

const tiny = 1e-12

const swapRows = (matrix: Float64Array, vector: Float64Array, a: number, b: number) => {
  const n = vector.length
  const row = matrix.slice(a * n, (a + 1) * n)
  matrix.copyWithin(a * n, b * n, (b + 1) * n)
  matrix.set(row, b * n)
  const value = vector[a] ?? 0
  vector[a] = vector[b] ?? 0
  vector[b] = value
}

const pivotRow = (matrix: Float64Array, column: number, n: number) => {
  let best = column
  for (let row = column + 1; row < n; row += 1)
    if (Math.abs(matrix[row * n + column] ?? 0) > Math.abs(matrix[best * n + column] ?? 0)) best = row
  return best
}

const eliminate = (matrix: Float64Array, vector: Float64Array, column: number) => {
  const n = vector.length
  for (let row = column + 1; row < n; row += 1) {
    const factor = (matrix[row * n + column] ?? 0) / (matrix[column * n + column] || tiny)
    for (let k = column; k < n; k += 1)
      matrix[row * n + k] = (matrix[row * n + k] ?? 0) - factor * (matrix[column * n + k] ?? 0)
    vector[row] = (vector[row] ?? 0) - factor * (vector[column] ?? 0)
  }
}

/**
 * Solves a square system by Gaussian elimination, overwriting both arguments. Undetermined unknowns are 0.
 */
export const solve = (matrix: Float64Array, vector: Float64Array): Float64Array => {
  const n = vector.length
  for (let column = 0; column < n; column += 1) {
    swapRows(matrix, vector, column, pivotRow(matrix, column, n))
    eliminate(matrix, vector, column)
  }
  const answer = new Float64Array(n)
  for (let row = n - 1; row >= 0; row -= 1) {
    let sum = vector[row] ?? 0
    for (let k = row + 1; k < n; k += 1) sum -= (matrix[row * n + k] ?? 0) * (answer[k] ?? 0)
    const pivot = matrix[row * n + row] ?? 0
    answer[row] = Math.abs(pivot) < tiny ? 0 : sum / pivot
  }
  return answer
}

/** Camera motion: rotation in radians about, and translation in metres along, right, up and ahead. */
export type Motion = { readonly turn: readonly number[]; readonly metres: readonly number[] }

/** Optical flow on the unit sphere in radians, to the right and up. */
export type AngularFlow = { readonly right: Float32Array; readonly up: Float32Array }

const unknowns = 6
const rounds = 4
const every = 5
/** Rows skipped at each pole, where flow is sparse and unreliable. */
const polar = 24
/** Residual in radians at which the weight of a cell is halved. */
const tolerance = 1 / 300

type Sums = { readonly matrix: Float64Array; readonly vector: Float64Array }

/**
 * Coefficients of camera rotation and translation for the flow at a cell, to the right and up. Rotation shifts the image to the
 * right by its component about up, and up by its component about left.
 */
const fillEffects = (row: number, column: number, inverse: number, right: Float64Array, up: Float64Array) => {
  const [sine, cosine] = [latitudes.sine[row] ?? 0, latitudes.cosine[row] ?? 0]
  const [x, z] = [longitudes.cosine[column] ?? 0, -(longitudes.sine[column] ?? 0)]
  const [upX, upZ] = [sine * z, -sine * x]
  right[0] = upX
  right[1] = cosine
  right[2] = upZ
  right[3] = inverse * x
  right[5] = inverse * z
  up[0] = -x
  up[2] = -z
  up[3] = inverse * upX
  up[4] = inverse * cosine
  up[5] = inverse * upZ
}

/** Adds an equation to the lower half of a symmetric system. */
const addEquation = ({ matrix, vector }: Sums, effect: Float64Array, seen: number, weight: number) => {
  for (let i = 0; i < unknowns; i += 1) {
    const weighted = weight * (effect[i] ?? 0)
    vector[i] = (vector[i] ?? 0) + weighted * seen
    for (let j = 0; j <= i; j += 1)
      matrix[i * unknowns + j] = (matrix[i * unknowns + j] ?? 0) + weighted * (effect[j] ?? 0)
  }
}

const mirror = (matrix: Float64Array) => {
  for (let i = 0; i < unknowns; i += 1)
    for (let j = 0; j < i; j += 1) matrix[j * unknowns + i] = matrix[i * unknowns + j] ?? 0
}

/** A low trust for flow that the guess does not explain. */
const trustIn = (effect: Float64Array, seen: number, guess: Float64Array | undefined) => {
  if (!guess) return 1
  let off = seen
  for (let i = 0; i < unknowns; i += 1) off -= (effect[i] ?? 0) * (guess[i] ?? 0)
  return tolerance / (tolerance + Math.abs(off))
}

const oneRound = (flow: AngularFlow, inverse: Float32Array, guess: Float64Array | undefined) => {
  const sums = { matrix: new Float64Array(unknowns ** 2), vector: new Float64Array(unknowns) }
  const [effectRight, effectUp] = [new Float64Array(unknowns), new Float64Array(unknowns)]
  for (let row = polar; row < rows - polar; row += every) {
    const area = latitudes.cosine[row] ?? 0
    for (let column = 0; column < columns; column += every) {
      const at = row * columns + column
      const [right, up] = [flow.right[at] ?? 0, flow.up[at] ?? 0]
      fillEffects(row, column, inverse[at] ?? 0, effectRight, effectUp)
      addEquation(sums, effectRight, right, area * trustIn(effectRight, right, guess))
      addEquation(sums, effectUp, up, area * trustIn(effectUp, up, guess))
    }
  }
  mirror(sums.matrix)
  return solve(sums.matrix, sums.vector)
}

/**
 * Estimates the camera motion that best explains the flow, given the distances; independently moving objects
 * get a low weight.
 * @param inverse distance of each cell in 1/m, which sets the scale of the translation
 */
export const cameraMotion = (flow: AngularFlow, inverse: Float32Array): Motion => {
  let guess: Float64Array | undefined
  for (let round = 0; round < rounds; round += 1) guess = oneRound(flow, inverse, guess)
  const all = [...(guess ?? [])]
  return { turn: all.slice(0, 3), metres: all.slice(3) }
}
