import type { DisparityMap } from './disparity'

/** Parts of a pixel that a shift is counted in. */
const parts = 256

type Plane = { readonly at: number; readonly width: number; readonly height: number }

/** The three planes of yuv420p, the first of them brightness. */
const planesOf = (width: number, height: number): readonly Plane[] => {
  const [luma, half] = [width * height, { width: width / 2, height: height / 2 }]
  return [
    { at: 0, width, height },
    { at: luma, ...half },
    { at: luma + luma / 4, ...half },
  ]
}

/** The two samples around a place of a map, and how much the second weighs. */
const between = (place: number, count: number) => {
  const low = Math.floor(place)
  return { low, high: low + 1, share: place - low, last: count - 1 }
}

/** The shifts of one row of a plane, in parts of its pixels; the map's rows are interpolated, then its columns. */
const rowShifts = (map: DisparityMap, y: number, { width, height }: Plane, shifts: Int32Array) => {
  const { low, high, share, last } = between(((y + 0.5) / height) * map.rows - 0.5, map.rows)
  const [above, below] = [Math.max(low, 0) * map.columns, Math.min(high, last) * map.columns]
  const scale = (width / (2 * Math.PI)) * parts
  const line = Float64Array.from({ length: map.columns }, (_, column) => {
    const [a, b] = [map.radians[above + column] ?? 0, map.radians[below + column] ?? 0]
    return (a + (b - a) * share) * scale
  })
  if (map.columns === 1) return shifts.fill(Math.round(line[0] ?? 0), 0, width)
  const step = map.columns / width
  for (let x = 0; x < width; x += 1) {
    const place = (x + 0.5) * step - 0.5
    const column = Math.floor(place)
    const a = line[column < 0 ? map.columns - 1 : column] ?? 0
    const b = line[column + 1 === map.columns ? 0 : column + 1] ?? 0
    shifts[x] = a + (b - a) * (place - column) + 0.5
  }
  return shifts
}

/** A row as the right eye sees it: each pixel from where the left eye has it, between two of its pixels. */
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
 * Makes pictures of two eyes from one: the left eye's, which is the picture itself, above the right eye's.
 * @param width of one eye, in pixels; twice `height`
 * @returns a function whose picture, yuv420p, is good for one use: each call makes a new one
 */
export const createWarp = (width: number, height: number) => {
  const planes = planesOf(width, height)
  const shifts = new Int32Array(width)
  return (left: Buffer, map: DisparityMap): Buffer => {
    const both = Buffer.allocUnsafe(left.length * 2)
    for (const plane of planes) {
      const size = plane.width * plane.height
      left.copy(both, 2 * plane.at, plane.at, plane.at + size)
      for (let y = 0; y < plane.height; y += 1) {
        rowShifts(map, y, plane, shifts)
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
