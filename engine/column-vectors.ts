import { columns, latitudeOf, rows } from './sphere-grid'

/** Longitude of a column's centre in radians to the right of straight ahead. */
const longitudeOf = (column: number) => ((column + 0.5) / columns - 0.5) * 2 * Math.PI

const tableOf = (length: number, valueAt: (index: number) => number) =>
  Float64Array.from({ length }, (_, index) => valueAt(index))

/** Sine and cosine of the longitude of each column, and of the latitude of each row. */
export const longitudes = {
  sine: tableOf(columns, column => Math.sin(longitudeOf(column))),
  cosine: tableOf(columns, column => Math.cos(longitudeOf(column))),
}
export const latitudes = {
  sine: tableOf(rows, row => Math.sin(latitudeOf(row, rows))),
  cosine: tableOf(rows, row => Math.cos(latitudeOf(row, rows))),
}

/**
 * A vector as each column sees it: its components to the right and ahead on the horizon, and up. Its component along the up
 * vector of a cell is `up` × cosine − `ahead` × sine of the latitude. Nine tables of all cells would not fit in the cache.
 */
export type ColumnVector = {
  readonly right: Float64Array
  readonly ahead: Float64Array
  readonly up: number
}

export const byColumn = ([x = 0, y = 0, z = 0]: readonly number[]): ColumnVector => {
  const [right, ahead] = [new Float64Array(columns), new Float64Array(columns)]
  for (let column = 0; column < columns; column += 1) {
    const sine = longitudes.sine[column] ?? 0
    const cosine = longitudes.cosine[column] ?? 0
    right[column] = x * cosine - z * sine
    ahead[column] = x * sine + z * cosine
  }
  return { right, ahead, up: y }
}
