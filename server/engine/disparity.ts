import { priorAt } from './prior'
import { cells, columns, latitudeOf, rows } from './sphere-grid'

/** Metres between a person's eyes, on average. */
const eyeDistance = 0.064
/** Radians between what both eyes see: what they follow without effort. */
const mostAngle = (2.5 * Math.PI) / 180
/** 1/m: eyes hardly tell what is farther than 12.5 m, and indoors nothing is. */
const farthest = 0.08

/** How far the right eye's picture moves to the left, in radians of longitude; `columns` is 1 where rows are uniform. */
export type DisparityMap = { readonly columns: number; readonly rows: number; readonly radians: Float32Array }

/** Turning around, eyes see no depth straight up nor down: there it fades, before the poles tear. */
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

/** Of level ground and nothing else, for a picture of that height in pixels. */
export const priorDisparity = (height: number): DisparityMap => {
  const radians = Float32Array.from({ length: height }, (_, row) => {
    const latitude = latitudeOf(row, height)
    return disparityAt(priorAt(latitude), latitude)
  })
  return { columns: 1, rows: height, radians }
}

const hole = -1

/** Each cell to where the right eye sees it; of two in one place the nearer hides the other. */
const moveRow = (left: Float32Array, right: Float32Array, from: number) => {
  right.fill(hole, from, from + columns)
  for (let column = 0; column < columns; column += 1) {
    const disparity = left[from + column] ?? 0
    const moved = Math.round(column - (disparity / (2 * Math.PI)) * columns)
    const to = from + ((moved + columns) % columns)
    if (disparity > (right[to] ?? hole)) right[to] = disparity
  }
}

/** The nearest cell on a side that is no hole. */
const beside = (row: Float32Array, from: number, column: number, step: number) => {
  for (let k = 1; k < columns; k += 1) {
    const value = row[from + ((column + step * k + k * columns) % columns)] ?? hole
    if (value !== hole) return value
  }
  return 0
}

/** What the left eye did not see is taken for a part of what lies behind. */
const fillHoles = (row: Float32Array, from: number) => {
  const copy = row.slice(from, from + columns)
  for (let column = 0; column < columns; column += 1)
    if (copy[column] === hole)
      row[from + column] = Math.min(beside(copy, 0, column, -1), beside(copy, 0, column, 1))
}

/** @param inverse of the distance of each cell, as the left eye sees it, in 1/m */
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
