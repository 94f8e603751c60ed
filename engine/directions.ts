import { cells, columns, latitudeOf, rows } from './sphere-grid'

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
