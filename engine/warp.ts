import { cells, columns, latitudeOf, priorAt, rows } from './sphere-grid'

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
const shiftRow = (left: Float32Array, right: Float32Array, from: number) => {
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
    shiftRow(left, radians, from)
    fillHoles(radians, from)
  }
  return { columns, rows, radians }
}

/** Subpixel resolution of shifts: parts per pixel. */
const parts = 256

type Plane = { readonly at: number; readonly width: number; readonly height: number }

/** The three planes of yuv420p; the first is luma. */
const planesOf = (width: number, height: number): readonly Plane[] => {
  const [luma, half] = [width * height, { width: width / 2, height: height / 2 }]
  return [
    { at: 0, width, height },
    { at: luma, ...half },
    { at: luma + luma / 4, ...half },
  ]
}

/** Adjacent map columns on both sides of each pixel of a row, and the weight of the second. */
const columnsOf = (columns: number, width: number) => {
  const places = Array.from({ length: width }, (_, x) => ((x + 0.5) / width) * columns - 0.5)
  const wrapped = (column: number) => (column + columns) % columns
  return {
    before: Int32Array.from(places, place => wrapped(Math.floor(place))),
    after: Int32Array.from(places, place => wrapped(Math.floor(place) + 1)),
    share: Float64Array.from(places, place => place - Math.floor(place)),
  }
}
type Columns = ReturnType<typeof columnsOf>

/** Interpolates the map for row `y` of a plane between its two nearest rows, in parts of pixels. */
const mapLine = (map: DisparityMap, y: number, { width, height }: Plane, line: Float64Array) => {
  const place = ((y + 0.5) / height) * map.rows - 0.5
  const above = Math.max(Math.floor(place), 0) * map.columns
  const below = Math.min(Math.floor(place) + 1, map.rows - 1) * map.columns
  const share = place - Math.floor(place)
  const scale = (width / (2 * Math.PI)) * parts
  for (let column = 0; column < map.columns; column += 1) {
    const a = map.radians[above + column] ?? 0
    line[column] = (a + ((map.radians[below + column] ?? 0) - a) * share) * scale
  }
}

const rowShifts = (line: Float64Array, { before, after, share }: Columns, shifts: Int32Array) => {
  const width = before.length
  if (line.length === 1) {
    shifts.fill(Math.round(line[0] ?? 0), 0, width)
    return
  }
  for (let x = 0; x < width; x += 1) {
    const a = line[before[x] ?? 0] ?? 0
    shifts[x] = a + ((line[after[x] ?? 0] ?? 0) - a) * (share[x] ?? 0) + 0.5
  }
}

/** Renders a row for the right eye: each pixel is interpolated between two pixels of the left eye. */
const moveRow = (
  from: Buffer,
  to: Buffer,
  start: number,
  goal: number,
  width: number,
  shifts: Int32Array,
) => {
  for (let x = 0; x < width; x += 1) {
    const place = x * parts + (shifts[x] ?? 0)
    const near = place >> 8
    const first = near < width ? near : near - width
    const second = first + 1 === width ? 0 : first + 1
    const value = from[start + first] ?? 0
    to[goal + x] = value + ((((from[start + second] ?? 0) - value) * (place & 255) + 128) >> 8)
  }
}

/**
 * Creates stereo frames from mono frames: the left eye, which is the frame itself, above the right eye.
 * @param width of one eye, in pixels; twice `height`
 * @param columns of the maps
 * @returns a function that converts a yuv420p frame to a new stereo frame
 */
export const createWarp = (width: number, height: number, columns: number) => {
  const planes = planesOf(width, height).map(plane => ({ plane, places: columnsOf(columns, plane.width) }))
  const shifts = new Int32Array(width)
  const line = new Float64Array(columns)
  return (left: Buffer, map: DisparityMap): Buffer => {
    const both = Buffer.allocUnsafe(left.length * 2)
    for (const { plane, places } of planes) {
      const size = plane.width * plane.height
      left.copy(both, 2 * plane.at, plane.at, plane.at + size)
      for (let y = 0; y < plane.height; y += 1) {
        mapLine(map, y, plane, line)
        rowShifts(line, places, shifts)
        moveRow(
          left,
          both,
          plane.at + y * plane.width,
          2 * plane.at + size + y * plane.width,
          plane.width,
          shifts,
        )
      }
    }
    return both
  }
}
