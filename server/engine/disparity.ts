import { priorAt } from './prior'
import { cells, columns, latitudeOf, rows } from './sphere-grid'

/** Average distance between a person's eyes in metres. */
const eyeDistance = 0.064
/** Maximum angle in radians between both eyes' lines of sight that is comfortable. */
const mostAngle = (2.5 * Math.PI) / 180
/**
 * Minimum inverse distance in 1/m: beyond 12.5 m depth is hardly visible, and indoors nothing is that far.
 */
const farthest = 0.08

/** Shift of the right eye's image to the left in radians of longitude; `columns` is 1 if rows are uniform. */
export type DisparityMap = { readonly columns: number; readonly rows: number; readonly radians: Float32Array }

/** Fades depth out towards the poles, where a turning viewer perceives none and the image would tear. */
const fadeAt = (latitude: number) => Math.min(Math.max((1.4 - Math.abs(latitude)) / 0.3, 0), 1)

/**
 * @param inverse of the distance, in 1/m
 * @param latitude radians above the horizon
 * @returns radians of longitude; between both eyes' lines of sight that is at most 2.5°
 */
export const disparityAt = (inverse: number, latitude: number) => {
  const angle = Math.min(eyeDistance * Math.max(inverse, farthest), mostAngle)
  return (angle / Math.max(Math.cos(latitude), 0.1)) * fadeAt(latitude)
}

/** The disparity of level ground alone, for an image of that height in pixels. */
export const priorDisparity = (height: number): DisparityMap => {
  const radians = Float32Array.from({ length: height }, (_, row) => {
    const latitude = latitudeOf(row, height)
    return disparityAt(priorAt(latitude), latitude)
  })
  return { columns: 1, rows: height, radians }
}

const hole = -1

/**
 * Moves each cell to its position in the right eye; where two cells coincide, the nearer one hides the other.
 */
const moveRow = (left: Float32Array, right: Float32Array, from: number) => {
  right.fill(hole, from, from + columns)
  for (let column = 0; column < columns; column += 1) {
    const disparity = left[from + column] ?? 0
    const moved = Math.round(column - (disparity / (2 * Math.PI)) * columns)
    const to = from + ((moved + columns) % columns)
    if (disparity > (right[to] ?? hole)) right[to] = disparity
  }
}

/** The value of the closest cell on one side that is not a hole. */
const beside = (row: Float32Array, from: number, column: number, step: number) => {
  for (let k = 1; k < columns; k += 1) {
    const value = row[from + ((column + step * k + k * columns) % columns)] ?? hole
    if (value !== hole) return value
  }
  return 0
}

/** Fills holes, which the left eye did not see, with the farther of both neighbours: the background. */
const fillHoles = (row: Float32Array, from: number) => {
  const copy = row.slice(from, from + columns)
  for (let column = 0; column < columns; column += 1)
    if (copy[column] === hole)
      row[from + column] = Math.min(beside(copy, 0, column, -1), beside(copy, 0, column, 1))
}

/** @param inverse distance of each cell in 1/m, as seen by the left eye */
export const disparityMap = (inverse: Float32Array): DisparityMap => {
  const left = new Float32Array(cells)
  const radians = new Float32Array(cells)
  for (let row = 0; row < rows; row += 1) {
    const from = row * columns
    const latitude = latitudeOf(row, rows)
    for (let at = from; at < from + columns; at += 1) left[at] = disparityAt(inverse[at] ?? 0, latitude)
    moveRow(left, radians, from)
    fillHoles(radians, from)
  }
  return { columns, rows, radians }
}
