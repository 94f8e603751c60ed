import { compile } from './simd/assembler'
import { addRow, moveEach, moveEven, parts } from './simd/row-kernels'
import { cells, columns, latitudeOf, priorAt, rows, shrinkRows } from './sphere-grid'

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

type Area = { readonly at: number; readonly width: number; readonly height: number }

/** The three planes of yuv420p; the first is luma. */
const areasOf = (width: number, height: number): readonly Area[] => {
  const [luma, half] = [width * height, { width: width / 2, height: height / 2 }]
  return [
    { at: 0, width, height },
    { at: luma, ...half },
    { at: luma + luma / 4, ...half },
  ]
}

/** Kernels handle up to sixteen pixels at once, and read as many beyond the end of a row. */
const slack = 64

/** Addresses in the memory of the kernels: the frame, one row to read and one to write, sums, and two rows of shifts. */
const layoutOf = (width: number, height: number) => {
  const frame = (width * height * 3) / 2
  const from = frame + 2 * slack
  const to = from + 2 * width + slack
  const sums = to + width + slack
  const shifts = sums + 2 * width + slack
  const stride = 4 * width + slack
  return { frame, from, to, sums, shifts, stride, bytes: shifts + 2 * stride }
}

/** The two nearest rows of a map for row `y` of an image of that height, and the share of the second. */
const rowsAt = (y: number, height: number, mapRows: number) => {
  const place = ((y + 0.5) / height) * mapRows - 0.5
  return {
    above: Math.max(Math.floor(place), 0),
    below: Math.min(Math.floor(place) + 1, mapRows - 1),
    share: place - Math.floor(place),
  }
}

/** For each pixel of a row the columns of a map before and after it, and the share of the second. */
const columnsOf = (columns: number, width: number) => {
  const places = Array.from({ length: width }, (_, x) => ((x + 0.5) / width) * columns - 0.5)
  const wrapped = (column: number) => (column + columns) % columns
  return {
    before: Int32Array.from(places, place => wrapped(Math.floor(place))),
    after: Int32Array.from(places, place => wrapped(Math.floor(place) + 1)),
    share: Float32Array.from(places, place => place - Math.floor(place)),
  }
}
type Columns = ReturnType<typeof columnsOf>

/** Widens a row of a map to the width of an image, in parts of pixels; half a part more, so that cutting rounds. */
const widen = (map: DisparityMap, row: number, { before, after, share }: Columns, into: Float32Array) => {
  const { radians } = map
  const from = row * map.columns
  const scale = (before.length / (2 * Math.PI)) * parts
  for (let x = 0; x < before.length; x += 1) {
    const a = radians[from + (before[x] ?? 0)] ?? 0
    into[x] = (a + ((radians[from + (after[x] ?? 0)] ?? 0) - a) * (share[x] ?? 0)) * scale + 0.5
  }
}

/** A plane of the frame in memory; `move` turns it from the left eye's to the right eye's. */
export type Plane = { readonly bytes: Uint8Array; readonly move: (map: DisparityMap) => void }

/**
 * Holds one yuv420p frame and turns it into the right eye's, plane by plane, in place: each pixel is interpolated between two
 * pixels of the left eye.
 * @param width of one eye, in pixels; twice `height`
 * @param mapColumns of the maps
 */
export const createWarp = (width: number, height: number, mapColumns: number) => {
  const layout = layoutOf(width, height)
  const { memory, call } = compile({ addRow, moveEach, moveEven }, layout.bytes)
  const [add, each, even] = [call('addRow'), call('moveEach'), call('moveEven')]
  const all = new Uint8Array(memory)
  const shifts = [0, 1].map(slot => layout.shifts + slot * layout.stride)

  /** A row of the left eye twice, one after the other: shifts wrap around. */
  const fetchRow = (at: number, across: number) => {
    all.copyWithin(layout.from, at, at + across)
    all.copyWithin(layout.from + across, at, at + across)
  }
  const moveEvenly = (map: DisparityMap, { at, width: across, height: down }: Area) => {
    for (let y = 0; y < down; y += 1) {
      const { above, below, share } = rowsAt(y, down, map.rows)
      const a = map.radians[above] ?? 0
      const radians = a + ((map.radians[below] ?? 0) - a) * share
      const shift = Math.round((across / (2 * Math.PI)) * parts * radians)
      if (shift === 0) continue
      const row = at + y * across
      fetchRow(row, across)
      even(layout.to, layout.from + Math.floor(shift / parts), across, shift % parts)
      all.copyWithin(row, layout.to, layout.to + across)
    }
  }
  const mover = (area: Area) => {
    const { at, width: across, height: down } = area
    const places = columnsOf(mapColumns, across)
    const lines = shifts.map(from => new Float32Array(memory, from, across))
    return (map: DisparityMap) => {
      const held = [-1, -1]
      /** The address of a row of shifts; two rows that follow each other are kept. */
      const lineOf = (row: number) => {
        const slot = row % 2
        const line = lines[slot]
        if (line && held[slot] !== row) widen(map, row, places, line)
        held[slot] = row
        return shifts[slot] ?? 0
      }
      for (let y = 0; y < down; y += 1) {
        const { above, below, share } = rowsAt(y, down, map.rows)
        const row = at + y * across
        fetchRow(row, across)
        each(layout.to, layout.from, lineOf(above), lineOf(below), share, across)
        all.copyWithin(row, layout.to, layout.to + across)
      }
    }
  }
  const planes = areasOf(width, height).map(
    (area): Plane => ({
      bytes: all.subarray(area.at, area.at + area.width * area.height),
      move: mapColumns === 1 ? map => moveEvenly(map, area) : mover(area),
    }),
  )
  const sums = new Uint16Array(memory, layout.sums, width)
  return {
    /** The left eye's frame, to be filled. */
    frame: all.subarray(0, layout.frame),
    planes,
    /** The frame's luma on the grid of the sphere. */
    shrink: () =>
      shrinkRows({ width, height }, (from, to) => {
        sums.fill(0)
        for (let y = from; y < to; y += 1) add(layout.sums, y * width, width)
        return sums
      }),
  }
}

export type Warp = ReturnType<typeof createWarp>
