import { compile } from './simd/assembler'
import { addRow, cellMeans, moveEach, moveEven, parts, widen } from './simd/row-kernels'
import { cells, columns, edgesOf, latitudeOf, priorAt, rows, type Size, usualHeight } from './sphere-grid'

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
 * The disparity at a latitude, as a function of the inverse distance.
 * @param latitude radians above the horizon
 * @param cameraHeight of the video in metres, to which distances are proportional
 * @returns a function from the inverse of the distance from a camera at the usual height, in 1/m, to radians of longitude;
 * between both eyes' lines of sight that is at most 2.5°
 */
const disparityIn = (latitude: number, cameraHeight = usualHeight) => {
  const widened = fadeAt(latitude) / Math.max(Math.cos(latitude), 0.1)
  const scale = usualHeight / cameraHeight
  return (inverse: number) => Math.min(eyeDistance * Math.max(inverse * scale, farthest), mostAngle) * widened
}

/** `disparityIn` for one cell. */
export const disparityAt = (inverse: number, latitude: number, cameraHeight?: number) =>
  disparityIn(latitude, cameraHeight)(inverse)

/**
 * The disparity of level ground alone.
 * @param height of the image, in pixels
 * @param cameraHeight in metres
 */
export const priorDisparity = (height: number, cameraHeight?: number): DisparityMap => {
  const radians = Float32Array.from({ length: height }, (_, row) => {
    const latitude = latitudeOf(row, height)
    return disparityAt(priorAt(latitude), latitude, cameraHeight)
  })
  return { columns: 1, rows: height, radians }
}

/** Cells per radian of longitude. */
const perRadian = columns / (2 * Math.PI)
/** Cells between two neighbours in the right eye, from which on the surface is interrupted between them. */
const torn = 0.5

/**
 * Computes the disparity of a row as the right eye sees it. Each cell moves to the left by its disparity; where several meet, the
 * nearest hides the others. Where two neighbours move apart, only the right eye sees what is between them: the nearer one
 * ends a cell further on, and the rest shows the edge of the background.
 */
const moveRow = (left: Float32Array, right: Float32Array) => {
  for (let column = 0; column < columns; column += 1) {
    const near = left[column] ?? 0
    const next = left[(column + 1) & (columns - 1)] ?? 0
    const start = column - near * perRadian
    const width = 1 + (near - next) * perRadian
    if (width <= 0) continue
    const isTorn = width > 1 + torn
    const slope = (next - near) / width
    for (let x = Math.ceil(start); x <= start + width; x += 1) {
      const past = x - start
      const disparity = !isTorn ? near + past * slope : past < 1 ? near : (column + 1 - x) / perRadian
      const to = (x + columns) & (columns - 1)
      if (disparity > (right[to] ?? 0)) right[to] = disparity
    }
  }
}

/**
 * @param inverse distance of each cell from a camera at the usual height in 1/m, as seen by the left eye
 * @param cameraHeight in metres
 */
export const disparityMap = (inverse: Float32Array, cameraHeight?: number): DisparityMap => {
  const left = new Float32Array(columns)
  const radians = new Float32Array(cells)
  for (let row = 0; row < rows; row += 1) {
    const from = row * columns
    const disparity = disparityIn(latitudeOf(row, rows), cameraHeight)
    for (let column = 0; column < columns; column += 1) left[column] = disparity(inverse[from + column] ?? 0)
    moveRow(left, radians.subarray(from, from + columns))
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

/** Kernels process up to sixteen pixels per step, and read as many beyond the end of a row. */
const slack = 64

/** Addresses in the memory of the kernels, one after the other. */
const layoutOf = (width: number, height: number, mapColumns: number) => {
  let end = 0
  const take = (bytes: number) => {
    const at = end
    end += Math.ceil(bytes / slack) * slack + 2 * slack
    return at
  }
  const frame = take((width * height * 3) / 2)
  /** A row to read, twice; a row to write; sums of columns, and the cells that they belong to. */
  const rowsTaken = {
    from: take(2 * width),
    to: take(width),
    sums: take(2 * width),
    edges: take(8 * columns),
  }
  const shifts = [take(4 * width), take(4 * width)]
  /** Per width of a plane, which numbers of a line each pixel is between. */
  const places = [take(4 * width), take(2 * width)]
  const shares = [take(4 * width), take(2 * width)]
  const line = take(4 * (mapColumns + 2))
  const small = take(cells)
  return { frame, ...rowsTaken, shifts, places, shares, line, small, bytes: end }
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

/** For each pixel of a row: the place in bytes of the column of a map before it, and the share of the next one. */
const fillPlaces = (places: Int32Array, shares: Float32Array, mapColumns: number) => {
  for (let x = 0; x < places.length; x += 1) {
    const place = ((x + 0.5) / places.length) * mapColumns + 0.5
    places[x] = 4 * Math.floor(place)
    shares[x] = place - Math.floor(place)
  }
}

/** A row of a map in parts of pixels, its last column before it and its first after it; half a part more, so that cutting rounds. */
const fillLine = (
  line: Float32Array,
  { columns: count, radians }: DisparityMap,
  row: number,
  width: number,
) => {
  const scale = (width / (2 * Math.PI)) * parts
  const from = row * count
  for (let column = 0; column < count; column += 1)
    line[column + 1] = (radians[from + column] ?? 0) * scale + 0.5
  line[0] = line[count] ?? 0
  line[count + 1] = line[1] ?? 0
}

type Kernel = (...values: readonly number[]) => void

/** Downsamples the luma in memory to the grid: the mean of the pixels of each cell. */
const createShrink = (
  { width, height }: Size,
  layout: ReturnType<typeof layoutOf>,
  memory: ArrayBuffer,
  { add, means }: { readonly add: Kernel; readonly means: Kernel },
) => {
  const down = edgesOf(rows, height)
  new Int32Array(memory, layout.edges, 2 * columns).set(edgesOf(columns, width).map(x => layout.sums + 2 * x))
  const sums = new Uint16Array(memory, layout.sums, width)
  const small = new Uint8Array(memory, layout.small, cells)
  return (): Uint8Array => {
    for (let row = 0; row < rows; row += 1) {
      const [top, bottom] = [down[2 * row] ?? 0, down[2 * row + 1] ?? 0]
      sums.fill(0)
      for (let y = top; y < bottom; y += 1) add(layout.sums, y * width, width)
      means(layout.small + row * columns, layout.edges, 1 / (bottom - top), columns)
    }
    return small.slice()
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
  const layout = layoutOf(width, height, mapColumns)
  const { memory, call } = compile({ addRow, cellMeans, moveEach, moveEven, widen }, layout.bytes)
  const [each, even, wide] = [call('moveEach'), call('moveEven'), call('widen')]
  const all = new Uint8Array(memory)

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
  const line = new Float32Array(memory, layout.line, mapColumns + 2)
  const mover = ({ at, width: across, height: down }: Area) => {
    const which = across === width ? 0 : 1
    const [places, shares] = [layout.places[which] ?? 0, layout.shares[which] ?? 0]
    fillPlaces(new Int32Array(memory, places, across), new Float32Array(memory, shares, across), mapColumns)
    return (map: DisparityMap) => {
      const held = [-1, -1]
      /** The address of a row of shifts, as wide as the plane; two rows that follow each other are kept. */
      const lineOf = (row: number) => {
        const slot = row % 2
        const to = layout.shifts[slot] ?? 0
        if (held[slot] === row) return to
        held[slot] = row
        fillLine(line, map, row, across)
        wide(to, layout.line, places, shares, across)
        return to
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
  return {
    /** The left eye's frame, to be filled. */
    frame: all.subarray(0, (width * height * 3) / 2),
    planes,
    shrink: createShrink({ width, height }, layout, memory, {
      add: call('addRow'),
      means: call('cellMeans'),
    }),
  }
}

export type Warp = ReturnType<typeof createWarp>
