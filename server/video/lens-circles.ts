import { colourAt, correlationOf, hasSeam, lightAt, type SmallFrame } from './small-frames'

/** A square of the frame that a lens may fill, in pixels. */
type Square = { readonly left: number; readonly size: number }

/** Radii that are tried, as shares of half the square: lenses fill it nearly, or a little more than it. */
const radii = Array.from({ length: 19 }, (_, index) => 0.7 + 0.025 * index)
/** Distance of the places that are compared from the edge of the circle, on both sides, in the same unit. */
const [outside, inside] = [0.05, 0.07]
const angles = 96

/** Light, 0 to 255: what is never brighter is dark, and by how much the circle is brighter. */
const darkest = 40
const step = 16
/** Shares of the edge that must be dark outside, and brighter inside: night films are lit in a part of the circle only. */
const shares = { dark: 0.95, lit: 0.45 } as const
/** The least number of angles that must lie within the square for a radius to count. */
const fewest = 16

/** The brightest that any frame shows at a place; undefined outside the square. */
const brightest = (frames: readonly SmallFrame[], { left, size }: Square, x: number, y: number) => {
  if (Math.abs(x) >= 1 || Math.abs(y) >= 1) return undefined
  const [column, row] = [left + (size * (1 + x)) / 2, (size * (1 + y)) / 2]
  return Math.max(...frames.map(frame => lightAt(frame, column, row)))
}

const edgeAt = (frames: readonly SmallFrame[], square: Square, radius: number) => {
  const count = { all: 0, dark: 0, lit: 0 }
  for (let index = 0; index < angles; index += 1) {
    const turn = ((index + 0.5) / angles) * 2 * Math.PI
    const at = (r: number) => brightest(frames, square, r * Math.cos(turn), r * Math.sin(turn))
    const [out, within] = [at(radius + outside), at(radius - inside)]
    if (out === undefined || within === undefined) continue
    count.all += 1
    if (out > darkest) continue
    count.dark += 1
    if (within - out >= step) count.lit += 1
  }
  return count
}

/** Is there a circle of light in the square, dark around it in every frame? */
const isCircle = (frames: readonly SmallFrame[], square: Square) =>
  radii.some(radius => {
    const { all, dark, lit } = edgeAt(frames, square, radius)
    return all >= fewest && dark >= all * shares.dark && lit >= all * shares.lit
  })

/** Can a frame hold two circles side by side? */
const isPair = ({ width, height }: SmallFrame) => Math.abs(width / (2 * height) - 1) <= 0.03

/** Radii at which a lens sees what is 90° from its axis: fields of view from 180° to 220°. */
const rims = Array.from({ length: 8 }, (_, index) => 180 / (180 + index * 6))
/** Correlation of both rims from which they are of the same scene, and the deviation of light below which they are too plain. */
const sameRim = 0.75
const plain = 8

/**
 * What two lenses see at 90° from their axes is the same, mirrored. Only the difference between the left and the right of a rim
 * counts: sky above and ground below look alike in any frame.
 */
function* rimPairs(frame: SmallFrame, radius: number) {
  const half = frame.height / 2
  const colour = (middle: number, x: number, y: number) => colourAt(frame, middle + half * x, half * (1 + y))
  for (let index = 0; index < angles; index += 1) {
    const turn = ((index + 0.5) / angles) * 2 * Math.PI
    const [x, y] = [radius * Math.cos(turn), radius * Math.sin(turn)]
    const odd = (middle: number, side: number) => {
      const other = colour(middle, -side * x, y)
      return colour(middle, side * x, y).map((part, at) => part - (other[at] ?? 0))
    }
    yield [odd(half, 1), odd(3 * half, -1)] as const
  }
}

const areRimsAlike = (frames: readonly SmallFrame[], radius: number) => {
  const found = frames.flatMap(frame => correlationOf(rimPairs(frame, radius), plain) ?? [])
  return found.length * 2 > frames.length && found.every(alike => alike >= sameRim)
}

/** Finds two lenses without dark corners: an edge between both halves, whose rims show the same scene. */
export const haveRims = (frames: readonly SmallFrame[]) =>
  frames.length > 0 &&
  frames.every(isPair) &&
  frames.filter(frame => hasSeam(frame, 'columns')).length * 2 > frames.length &&
  rims.some(radius => areRimsAlike(frames, radius))

/**
 * Counts the circles of lenses in frames: two side by side, one in the middle, or none. All frames are looked at together, so
 * that a dark one neither hides a circle nor makes one.
 */
export const countCircles = (frames: readonly SmallFrame[]): 0 | 1 | 2 => {
  const [first] = frames
  if (!first) return 0
  const { width, height } = first
  if (isPair(first)) {
    const halves = [0, height].map(left => ({ left, size: height }))
    return halves.every(square => isCircle(frames, square)) ? 2 : 0
  }
  const isWide = width >= height * 0.97
  return isWide && isCircle(frames, { left: (width - height) / 2, size: height }) ? 1 : 0
}
