/** The pixel range of a cell; at least one pixel, even if the image is smaller than the grid. */
const span = (cell: number, count: number, pixels: number) => {
  const from = Math.floor((cell * pixels) / count)
  return [from, Math.max(from + 1, Math.floor(((cell + 1) * pixels) / count))] as const
}

export type Size = { readonly width: number; readonly height: number }

/** Where cells begin and end along a side of that many pixels: two numbers per cell. */
export const edgesOf = (count: number, pixels: number) =>
  Int32Array.from({ length: 2 * count }, (_, at) => span(at >> 1, count, pixels)[at % 2 ? 1 : 0])

/** Resizes a plane of one byte per pixel to another size: each new pixel is the mean of the pixels it covers. */
export const shrinkPlane = (plane: Uint8Array, from: Size, to: Size): Uint8Array => {
  const small = new Uint8Array(to.width * to.height)
  const sums = new Uint32Array(from.width)
  const edges = edgesOf(to.width, from.width)
  for (let row = 0; row < to.height; row += 1) {
    const [top, bottom] = span(row, to.height, from.height)
    sums.fill(0)
    for (let y = top; y < bottom; y += 1)
      for (let x = 0; x < from.width; x += 1) sums[x] = (sums[x] ?? 0) + (plane[y * from.width + x] ?? 0)
    for (let column = 0; column < to.width; column += 1) {
      const [left, right] = [edges[2 * column] ?? 0, edges[2 * column + 1] ?? 0]
      let sum = 0
      for (let x = left; x < right; x += 1) sum += sums[x] ?? 0
      small[row * to.width + column] = sum / ((bottom - top) * (right - left)) + 0.5
    }
  }
  return small
}

/** The grid on the sphere on which depth is computed; `columns` is twice `rows`. */
export const columns = 512
export const rows = 256
export const cells = columns * rows

/** Latitude of a row's centre in radians above the horizon, for an image of any height. */
export const latitudeOf = (row: number, height: number) => (0.5 - (row + 0.5) / height) * Math.PI

/**
 * Height of the camera above the ground in metres, if the request states none: a stick held above the head, a helmet, a
 * tripod. All depth is computed for this height: twice the scene at twice the speed looks the same from twice the height.
 */
export const usualHeight = 1.5

/**
 * The prior depth, independent of the video: below the horizon nothing is farther than level ground, above it
 * nothing is known.
 * @param latitude in radians above the horizon
 * @returns the inverse of the distance, in 1/m; 0 is infinitely far
 */
export const priorAt = (latitude: number) => (latitude < 0 ? Math.sin(-latitude) / usualHeight : 0)

/** The prior of each cell. */
export const prior = (() => {
  const all = new Float32Array(cells)
  for (let row = 0; row < rows; row += 1)
    all.fill(priorAt(latitudeOf(row, rows)), row * columns, (row + 1) * columns)
  return all
})()

/** Brightness gradient in levels per cell at which the flow is trusted by half. */
const enough = 3
/** Window radius in cells around each cell; the same as that of the optical flow. */
const reach = 7

/** Results in between, used again: what follows is computed for each frame. */
const between = {
  slopes: new Float32Array(cells),
  across: new Float32Array(cells),
  down: new Float32Array(cells),
}

const slopes = (small: Uint8Array) => {
  const all = between.slopes
  for (let row = 1; row < rows - 1; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column
      const left = small[column === 0 ? at + columns - 1 : at - 1] ?? 0
      const right = small[column === columns - 1 ? at - columns + 1 : at + 1] ?? 0
      const [across, along] = [right - left, (small[at + columns] ?? 0) - (small[at - columns] ?? 0)]
      all[at] = (across * across + along * along) / 4
    }
  return all
}

/** Means of the cells of each row within a radius; columns wrap around. */
const blurAcross = (values: Float32Array, radius: number) => {
  const out = between.across
  const line = new Float32Array(columns + 2 * radius + 1)
  const share = 1 / (2 * radius + 1)
  for (let from = 0; from < cells; from += columns) {
    line.set(values.subarray(from + columns - radius, from + columns))
    line.set(values.subarray(from, from + columns), radius)
    line.set(values.subarray(from, from + radius + 1), radius + columns)
    let sum = 0
    for (let column = 0; column < 2 * radius + 1; column += 1) sum += line[column] ?? 0
    for (let column = 0; column < columns; column += 1) {
      out[from + column] = sum * share
      sum += (line[column + 2 * radius + 1] ?? 0) - (line[column] ?? 0)
    }
  }
  return out
}

/** Means of the cells of each column within a radius; the first and last rows count beyond the poles too. */
const blurDown = (values: Float32Array, radius: number) => {
  const out = between.down
  const sums = new Float64Array(columns)
  const share = 1 / (2 * radius + 1)
  const rowAt = (row: number) => Math.min(Math.max(row, 0), rows - 1) * columns
  for (let row = -radius; row <= radius; row += 1) {
    const from = rowAt(row)
    for (let column = 0; column < columns; column += 1)
      sums[column] = (sums[column] ?? 0) + (values[from + column] ?? 0)
  }
  for (let row = 0; row < rows; row += 1) {
    const [added, removed] = [rowAt(row + radius + 1), rowAt(row - radius)]
    for (let column = 0; column < columns; column += 1) {
      const sum = sums[column] ?? 0
      out[row * columns + column] = sum * share
      sums[column] = sum + (values[added + column] ?? 0) - (values[removed + column] ?? 0)
    }
  }
  return out
}

/** Box blur: the mean over a square of cells around each cell. */
const blur = (values: Float32Array, radius: number) => blurDown(blurAcross(values, radius), radius)

/** Trust in the flow of each cell according to its texture, 0 to 1; valid until the next call. */
export const textureTrust = (small: Uint8Array): Float32Array => {
  const trust = blur(slopes(small), reach)
  for (let at = 0; at < cells; at += 1) {
    const energy = trust[at] ?? 0
    trust[at] = energy / (energy + enough * enough)
  }
  return trust
}

/** Mean change of brightness, in levels, that counts as a cut. */
const cutLevels = 30

/** Whether a new shot begins between two frames, shrunk to the grid. */
export const isCut = (before: Uint8Array, after: Uint8Array) => {
  let sum = 0
  for (let at = 0; at < cells; at += 1) sum += Math.abs((before[at] ?? 0) - (after[at] ?? 0))
  return sum / cells > cutLevels
}
