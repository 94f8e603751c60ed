import { shrinkPlane } from './shrink'

/** The grid on the sphere on which depth is computed; `columns` is twice `rows`. */
export const columns = 512
export const rows = 256
export const cells = columns * rows

/** Latitude of a row's centre in radians above the horizon, for an image of any height. */
export const latitudeOf = (row: number, height: number) => (0.5 - (row + 0.5) / height) * Math.PI

/** Longitude of a column's centre in radians to the right of straight ahead. */
const longitudeOf = (column: number) => ((column + 0.5) / columns - 0.5) * 2 * Math.PI

/** Nine numbers per cell: the viewing direction, then the right and up vectors at that direction. */
export const cellFrame = 9
export const directions = (() => {
  const all = new Float32Array(cells * cellFrame)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [latitude, longitude] = [latitudeOf(row, rows), longitudeOf(column)]
      const [cosLat, sinLat] = [Math.cos(latitude), Math.sin(latitude)]
      const [cosLon, sinLon] = [Math.cos(longitude), Math.sin(longitude)]
      const look = [cosLat * sinLon, sinLat, cosLat * cosLon]
      const right = [cosLon, 0, -sinLon]
      const up = [-sinLat * sinLon, cosLat, -sinLat * cosLon]
      all.set([...look, ...right, ...up], (row * columns + column) * cellFrame)
    }
  return all
})()

/** Downsamples luma to the grid: the mean of the pixels of each cell. */
export const shrink = (luma: Uint8Array, width: number, height: number): Uint8Array =>
  shrinkPlane(luma, { width, height }, { width: columns, height: rows })
