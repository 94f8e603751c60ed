import { isEquirectangular } from '~/model/video/equirectangular'
import type { Seen } from '~/model/video/picture-shape'
import { colourAt, correlationOf, hasSeam, isWrapped, type SmallFrame } from './small-frames'

type Layout = 'top-bottom' | 'left-right'

/** Correlation of halves from which two eyes see the same. Halves of one sphere, such as sky and ground, stay far below. */
const least = 0.85
/** Deviation of light, 0 to 255, below which a half is too plain to be compared. */
const plain = 10
/** Shifts between both eyes that are tried, as shares of the width of a half. */
const shifts = [-0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06]

type Colour = readonly number[]
const less = (one: Colour, other: Colour) => one.map((part, at) => part - (other[at] ?? 0))

const meanOf = (colours: readonly Colour[]): Colour =>
  [0, 1, 2].map(part => colours.reduce((sum, colour) => sum + (colour[part] ?? 0), 0) / colours.length)

/**
 * Pairs of colours at the same place of both halves, every second pixel, with a shift of the second half. Of halves next to each
 * other only the differences within a row count: sky above and ground below look alike in any frame.
 */
function* pairsOf(frame: SmallFrame, layout: Layout, share: number) {
  const isStacked = layout === 'top-bottom'
  const [width, height] = [frame.width / (isStacked ? 1 : 2), frame.height / (isStacked ? 2 : 1)]
  const [dx, dy] = isStacked ? [0, height] : [width, 0]
  const shift = Math.round(share * width)
  for (let y = 0; y < height; y += 2) {
    const [row, other]: [Colour[], Colour[]] = [[], []]
    for (let x = Math.max(0, -shift); x < Math.min(width, width - shift); x += 2) {
      row.push(colourAt(frame, x, y))
      other.push(colourAt(frame, dx + x + shift, dy + y))
    }
    const [mean, otherMean] = isStacked ? [[], []] : [meanOf(row), meanOf(other)]
    for (const [at, colour] of row.entries())
      yield [less(colour, mean), less(other[at] ?? [], otherMean)] as const
  }
}

const alikeness = (frame: SmallFrame, layout: Layout) => {
  const found = shifts.flatMap(share => correlationOf(pairsOf(frame, layout, share), plain) ?? [])
  return found.length > 0 ? Math.max(...found) : undefined
}

/** A frame that can hold a whole sphere must have an edge in the middle, too: the sphere may show a street to both sides. */
const isSplit = (frame: SmallFrame, layout: Layout) =>
  !isEquirectangular(frame) || hasSeam(frame, layout === 'top-bottom' ? 'rows' : 'columns')

/** Whether halves show the same in all frames that show enough to compare, and most of these are split. */
const areAlike = (frames: readonly SmallFrame[], layout: Layout) => {
  const found = frames.flatMap(frame => {
    const alike = alikeness(frame, layout)
    return alike === undefined ? [] : { alike, isSplit: isSplit(frame, layout) }
  })
  const splits = found.filter(each => each.isSplit).length
  return found.length > 0 && found.every(({ alike }) => alike >= least) && splits * 2 > found.length
}

/** Finds which halves of the frames two eyes see, if any. */
export const findHalves = (frames: readonly SmallFrame[]): Pick<Seen, 'alike' | 'wrapped'> => {
  // Two spheres side by side are four times as wide as high: above each other there is nothing to compare.
  const isStrip = frames.some(({ width, height }) => width > 3 * height)
  if (!isStrip && areAlike(frames, 'top-bottom')) return { alike: 'top-bottom' }
  if (!areAlike(frames, 'left-right')) return {}
  return { alike: 'left-right', wrapped: frames.filter(isWrapped).length * 2 > frames.length }
}
