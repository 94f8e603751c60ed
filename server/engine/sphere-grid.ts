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
export const shrink = (luma: Uint8Array, width: number, height: number): Uint8Array => {
  const small = new Uint8Array(cells)
  for (let row = 0; row < rows; row += 1) {
    const [top, bottom] = span(row, rows, height)
    for (let column = 0; column < columns; column += 1) {
      const [left, right] = span(column, columns, width)
      let sum = 0
      for (let y = top; y < bottom; y += 1)
        for (let x = left; x < right; x += 1) sum += luma[y * width + x] ?? 0
      small[row * columns + column] = sum / ((bottom - top) * (right - left)) + 0.5
    }
  }
  return small
}

/** The pixel range of a cell; at least one pixel, even if the image is smaller than the grid. */
const span = (cell: number, count: number, pixels: number) => {
  const from = Math.floor((cell * pixels) / count)
  return [from, Math.max(from + 1, Math.floor(((cell + 1) * pixels) / count))] as const
}
