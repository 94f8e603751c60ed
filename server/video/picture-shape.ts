import { open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { isEquirectangular, type PictureShape, type Seen, shapeOf } from '~/model/video/picture-shape'
import { type Declared, readDeclarations } from '~/model/video/spherical'
import { type Facts, readerOf } from './facts'
import { Failure, ffmpeg, inputArgs, type Workbench } from './ffmpeg'

/** A frame of three bytes a pixel: red, green, blue. */
type SmallFrame = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

/** Height of the frames in pixels: enough to find the edge of a circle. */
const height = 128
/** Places in a video that are looked at, as shares of its duration. */
const places = [0.02, 0.2, 0.4, 0.6, 0.8, 0.95]

/**
 * Filters that keep the frames at these places, scaled down, for `readFramesIn`.
 * @param video its seconds, and frames per second
 */
export const smallFrameFilter = ({ duration, framerate }: Pick<Facts, 'duration' | 'framerate'>) => {
  const chosen = places.map(place => `eq(n,${Math.floor(duration * place * framerate)})`).join('+')
  return `select='${chosen}',scale=w='2*max(1,round(${height}*iw/ih/2))':h=${height},format=rgb24`
}

type FrameSize = Pick<Facts, 'width' | 'height'>

const smallWidth = ({ width, height: down }: FrameSize) =>
  2 * Math.max(1, Math.round((height * width) / down / 2))

/** Frames that were written one after the other. */
const readFramesIn = async (file: string, size: FrameSize): Promise<SmallFrame[]> => {
  const [bytes, width] = [await readFile(file), smallWidth(size)]
  const length = width * height * 3
  return Array.from({ length: Math.floor(bytes.length / length) }, (_, index) => ({
    ...{ width, height, pixels: bytes.subarray(index * length, (index + 1) * length) },
  }))
}

/** Pixels of the largest frames of which all places are read at the same time. */
const MOST_PIXELS = 1920 * 1080

/** Reads the key frames at a few places of a video, scaled down. A place without a frame is left out. */
const readSmallFrames = async (
  bench: Workbench,
  source: string,
  facts: Pick<Facts, 'width' | 'height' | 'duration' | 'start' | 'tracks'>,
): Promise<SmallFrame[]> => {
  const width = smallWidth(facts)
  const shown = ['-frames:v', '1', '-vf', `scale=${width}:${height},format=rgb24`, '-f', 'rawvideo']
  const to = places.map(place => path.join(bench.cwd, `small-frame-${place}.rgb`))
  const readAt = (some: readonly number[]) => {
    const inputs = some.flatMap(place => [
      ...['-threads', '1', '-skip_frame', 'nokey', '-noaccurate_seek'],
      ...['-ss', (facts.duration * place).toFixed(3), ...inputArgs(source)],
    ])
    const outputs = some.flatMap((place, index) => [
      ...['-map', `${index}:v:${facts.tracks[0]}`, ...shown],
      to[places.indexOf(place)] ?? '',
    ])
    return ffmpeg(bench, [...inputs, ...outputs])
  }
  // Starting ffmpeg takes longer than reading a frame, but a decoder of large frames needs much memory.
  const groups = facts.width * facts.height <= MOST_PIXELS ? [places] : places.map(place => [place])
  for (const group of groups) await readAt(group)
  const pixels = await Promise.all(to.map(file => readFile(file).catch(() => new Uint8Array())))
  await Promise.all(to.map(file => rm(file, { force: true })))
  return pixels
    .filter(({ length }) => length === width * height * 3)
    .map(each => ({ width, height, pixels: each }))
}

/** The first byte of the pixel at a place; undefined outside the frame. */
const placeOf = ({ width, height }: SmallFrame, x: number, y: number) => {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  return column >= 0 && row >= 0 && column < width && row < height ? (row * width + column) * 3 : undefined
}

/** A colour, its parts from 0 to 255; black outside the frame. */
const colourAt = (frame: SmallFrame, x: number, y: number): readonly number[] => {
  const place = placeOf(frame, x, y)
  return place === undefined ? [0, 0, 0] : [...frame.pixels.subarray(place, place + 3)]
}

/** The brightest part of a colour: pure blue is not dark. */
const lightAt = (frame: SmallFrame, x: number, y: number) => Math.max(...colourAt(frame, x, y))

/** Light, 0 to 255, that no pixel of a dark frame exceeds. */
const darkestFrame = 48

/** Whether all frames are nearly black. */
const areDark = (frames: readonly SmallFrame[]) =>
  frames.every(({ pixels }) => pixels.every(part => part <= darkestFrame))

type Sums = { n: number; a: number; b: number; aa: number; bb: number; ab: number }

/** Sums for each part of a colour. */
const noSums = (): Sums[] => [0, 1, 2].map(() => ({ n: 0, a: 0, b: 0, aa: 0, bb: 0, ab: 0 }))

const addPair = (sum: Sums, a: number, b: number) => {
  sum.n += 1
  sum.a += a
  sum.b += b
  sum.aa += a * a
  sum.bb += b * b
  sum.ab += a * b
}

/** The correlation of colours, -1 to 1, over all parts; undefined where one side varies by less than `plain`. */
const correlationOf = (sums: readonly Sums[], plain: number) => {
  const total = { aa: 0, bb: 0, ab: 0 }
  for (const { n, a, b, aa, bb, ab } of sums) {
    total.aa += aa / n - (a / n) ** 2
    total.bb += bb / n - (b / n) ** 2
    total.ab += ab / n - (a / n) * (b / n)
  }
  const isPlain = !(Math.min(total.aa, total.bb) >= 3 * plain ** 2)
  return isPlain ? undefined : total.ab / Math.sqrt(total.aa * total.bb)
}

/** The mean step of light between two columns or two rows. */
const stepBetween = (frame: SmallFrame, lines: 'rows' | 'columns', one: number, other: number) => {
  const length = lines === 'rows' ? frame.width : frame.height
  const at = (line: number, place: number) =>
    lines === 'rows' ? colourAt(frame, place, line) : colourAt(frame, line, place)
  let sum = 0
  for (let place = 0; place < length; place += 1) {
    const [a, b] = [at(one, place), at(other, place)]
    for (const part of [0, 1, 2]) sum += Math.abs((a[part] ?? 0) - (b[part] ?? 0)) / 3
  }
  return sum / length
}

/** Minimum ratio of the luminance step over a seam to the steps next to it, and the minimum step, 0 to 255. */
const seam = { times: 2, least: 4 }

/** Whether a frame has an edge in the middle, unlike one sphere. Scaling blurs the edge, so lines next to it are compared. */
const hasSeam = (frame: SmallFrame, lines: 'rows' | 'columns') => {
  const middle = (lines === 'rows' ? frame.height : frame.width) / 2
  const step = (from: number) => stepBetween(frame, lines, middle + from, middle + from + 3)
  return step(-2) > Math.max(seam.least, ((step(-8) + step(4)) / 2) * seam.times)
}

/** Whether the left edge of the left half continues its right edge, as in a whole sphere. */
const isWrapped = (frame: SmallFrame) => {
  const half = frame.width / 2
  const step = (one: number, other: number) => stepBetween(frame, 'columns', one, other)
  return step(0, half - 1) <= Math.max(seam.least, ((step(1, 4) + step(half - 5, half - 2)) / 2) * seam.times)
}

/** A square of the frame that a lens may fill, in pixels. */
type Square = { readonly left: number; readonly size: number }

/** Radii that are tried, as shares of half the square: lenses fill it nearly, or a little more than it. */
const radii = Array.from({ length: 19 }, (_, index) => 0.7 + 0.025 * index)
/** Distance of the places that are compared from the edge of the circle, on both sides, in the same unit. */
const [outside, inside] = [0.05, 0.07]
const angles = 96

/** Luminance, 0 to 255: maximum of a dark rim, and minimum step to the brighter circle. */
const darkestRim = 40
const step = 16
/** Shares of the edge that must be dark outside, and brighter inside: night videos are lit only in a part of the circle. */
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
    if (out > darkestRim) continue
    count.dark += 1
    if (within - out >= step) count.lit += 1
  }
  return count
}

/** Whether the square holds a bright circle with a dark surround in every frame. */
const isCircle = (frames: readonly SmallFrame[], square: Square) =>
  radii.some(radius => {
    const { all, dark, lit } = edgeAt(frames, square, radius)
    return all >= fewest && dark >= all * shares.dark && lit >= all * shares.lit
  })

/** Whether a frame can hold two circles side by side. */
const isPair = ({ width, height }: SmallFrame) => Math.abs(width / (2 * height) - 1) <= 0.03

/** Radii at which a lens sees what is 90° from its axis: fields of view from 180° to 220°. */
const rims = Array.from({ length: 8 }, (_, index) => 180 / (180 + index * 6))
/** Correlation of both rims from which they are of the same scene, and the deviation of light below which they are too plain. */
const sameRim = 0.75
const plainRim = 8

/**
 * Two lenses show the same scene at 90° from their axes, mirrored. Only the difference between the left and the right of a rim
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

const sumsOfRims = (frame: SmallFrame, radius: number) => {
  const sums = noSums()
  for (const [one, other] of rimPairs(frame, radius))
    for (const [part, sum] of sums.entries()) addPair(sum, one[part] ?? 0, other[part] ?? 0)
  return sums
}

const areRimsAlike = (frames: readonly SmallFrame[], radius: number) => {
  const found = frames.flatMap(frame => correlationOf(sumsOfRims(frame, radius), plainRim) ?? [])
  return found.length * 2 > frames.length && found.every(alike => alike >= sameRim)
}

/** Finds two lenses without dark corners: an edge between both halves, whose rims show the same scene. */
const haveRims = (frames: readonly SmallFrame[]) =>
  frames.length > 0 &&
  frames.every(isPair) &&
  frames.filter(frame => hasSeam(frame, 'columns')).length * 2 > frames.length &&
  rims.some(radius => areRimsAlike(frames, radius))

/**
 * Counts the circles of lenses in frames: two side by side, one in the middle, or none. All frames are looked at together, so
 * that a dark one neither hides a circle nor makes one.
 */
const countCircles = (frames: readonly SmallFrame[]): 0 | 1 | 2 => {
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

type Layout = 'top-bottom' | 'left-right'

/** Correlation of halves from which two eyes see the same. Halves of one sphere, such as sky and ground, stay far below. */
const least = 0.85
/** Deviation of light, 0 to 255, below which a half is too plain to be compared. */
const plainHalf = 10
/** Shifts between both eyes that are tried, as shares of the width of a half. */
const shifts = [-0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06]

/**
 * Sums of colours at the same place of both halves, every second pixel, with a shift of the second half. Of halves next to each
 * other only the differences within a row count: sky above and ground below look alike in any frame.
 */
const sumsOfHalves = ({ pixels, ...frame }: SmallFrame, layout: Layout, share: number) => {
  const isStacked = layout === 'top-bottom'
  const [width, height] = [frame.width / (isStacked ? 1 : 2), frame.height / (isStacked ? 2 : 1)]
  const [dx, dy] = isStacked ? [0, height] : [width, 0]
  const shift = Math.round(share * width)
  const [from, to] = [Math.max(0, -shift), Math.min(width, width - shift)]
  const sums = noSums()
  for (let y = 0; y < height; y += 2)
    for (const [part, sum] of sums.entries()) {
      const first = y * frame.width * 3 + part
      const second = (Math.floor(dy + y) * frame.width + Math.floor(dx) + shift) * 3 + part
      let [mean, otherMean] = [0, 0]
      if (!isStacked) {
        for (let x = from; x < to; x += 2) {
          mean += pixels[first + 3 * x] ?? 0
          otherMean += pixels[second + 3 * x] ?? 0
        }
        const count = Math.ceil((to - from) / 2)
        mean /= count
        otherMean /= count
      }
      for (let x = from; x < to; x += 2)
        addPair(sum, (pixels[first + 3 * x] ?? 0) - mean, (pixels[second + 3 * x] ?? 0) - otherMean)
    }
  return sums
}

const alikeness = (frame: SmallFrame, layout: Layout) => {
  const found = shifts.flatMap(share => correlationOf(sumsOfHalves(frame, layout, share), plainHalf) ?? [])
  return found.length > 0 ? Math.max(...found) : undefined
}

/** A frame that can hold a whole sphere must have an edge in the middle, too: the sphere may show a street to both sides. */
const isSplit = (frame: SmallFrame, layout: Layout) =>
  !isEquirectangular(frame) || hasSeam(frame, layout === 'top-bottom' ? 'rows' : 'columns')

/** Whether halves show the same in all frames that show enough to compare, and most of these are split. */
const areAlike = (frames: readonly SmallFrame[], layout: Layout) => {
  const split = new Set(frames.filter(frame => isSplit(frame, layout)))
  // Most videos end here: comparing halves takes a hundred times as long.
  if (split.size === 0) return false
  let [compared, splits] = [0, 0]
  for (const frame of frames) {
    const alike = alikeness(frame, layout)
    if (alike === undefined) continue
    if (alike < least) return false
    compared += 1
    if (split.has(frame)) splits += 1
  }
  return splits * 2 > compared
}

/** Finds which halves of the frames two eyes see, if any. */
const findHalves = (frames: readonly SmallFrame[]): Pick<Seen, 'alike' | 'wrapped'> => {
  // Two spheres side by side are four times as wide as high: above each other there is nothing to compare.
  const isStrip = frames.some(({ width, height }) => width > 3 * height)
  if (!isStrip && areAlike(frames, 'top-bottom')) return { alike: 'top-bottom' }
  if (!areAlike(frames, 'left-right')) return {}
  return { alike: 'left-right', wrapped: frames.filter(isWrapped).length * 2 > frames.length }
}

/** Requires one eye above the other in every frame: anything else cannot be shared as a 3D video. @throws Failure */
export const checkStereo = (made: Facts, one: Facts) => {
  if (made.frames !== undefined && made.frames !== one.frames)
    throw new Failure('engine_failed', `The engine made ${made.frames} frames of ${one.frames}`)
  if (made.width !== one.width || made.height !== 2 * one.height)
    throw new Failure(
      'engine_failed',
      `The engine made ${made.width}x${made.height} where ${one.width}x${2 * one.height} was asked for`,
    )
}

/** Declarations of a file about its frames: projection, eyes, bounds and pose. */
export const declarationsOf = async (path: string): Promise<Declared[]> => {
  const file = await open(path)
  try {
    return await readDeclarations(readerOf(file), (await file.stat()).size)
  } finally {
    await file.close()
  }
}

const analyse = (frames: readonly SmallFrame[]): Seen => ({
  circles: countCircles(frames),
  rims: haveRims(frames),
  isDark: areDark(frames),
  ...findHalves(frames),
})

/** Analyzes the frames of a video. */
export const lookAt = async (
  bench: Workbench,
  path: string,
  facts: Pick<Facts, 'width' | 'height' | 'duration' | 'start' | 'tracks'>,
): Promise<Seen> => {
  return analyse(await readSmallFrames(bench, path, facts))
}

/**
 * Names the shape of a video's frames.
 * @param small the file of frames that `smallFrameFilter` chose, and the size of the frames that it scaled down
 */
export const examineShape = async (
  { declared, facts }: { readonly declared: readonly Declared[]; readonly facts: Facts },
  small: { readonly path: string; readonly of: FrameSize },
): Promise<PictureShape> => {
  const { width, height, tracks } = facts
  const seen = analyse(await readFramesIn(small.path, small.of))
  return shapeOf({ width, height, tracks: tracks.length }, declared, seen)
}
