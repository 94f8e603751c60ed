import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Facts } from './facts'
import { ffmpeg, inputArgs, type Workbench } from './ffmpeg'

/** A frame of three bytes a pixel: red, green, blue. */
export type SmallFrame = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

/** Height of the frames in pixels: enough to find the edge of a circle. */
const height = 128
/** Places in a video that are looked at, as shares of its duration. */
const places = [0.02, 0.2, 0.4, 0.6, 0.8, 0.95]

/** Reads the key frames at a few places of a video, scaled down. A place without a frame is left out. */
export const readSmallFrames = async (
  bench: Workbench,
  source: string,
  facts: Pick<Facts, 'width' | 'height' | 'duration' | 'start' | 'tracks'>,
): Promise<SmallFrame[]> => {
  const width = Math.max(2, 2 * Math.round((height * facts.width) / facts.height / 2))
  const to = path.join(bench.cwd, 'small-frames.rgb')
  const shown = ['-frames:v', '1', '-vf', `scale=${width}:${height},format=rgb24`, '-f', 'rawvideo', to]
  const frames: SmallFrame[] = []
  for (const place of places) {
    const at = ['-skip_frame', 'nokey', '-noaccurate_seek', '-ss', (facts.duration * place).toFixed(3)]
    await rm(to, { force: true })
    await ffmpeg(bench, [...at, ...inputArgs(source), '-map', `0:v:${facts.tracks[0]}`, ...shown])
    const pixels = await readFile(to).catch(() => new Uint8Array())
    if (pixels.length === width * height * 3) frames.push({ width, height, pixels })
  }
  await rm(to, { force: true })
  return frames
}

/** The first byte of the pixel at a place; undefined outside the frame. */
const placeOf = ({ width, height }: SmallFrame, x: number, y: number) => {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  return column >= 0 && row >= 0 && column < width && row < height ? (row * width + column) * 3 : undefined
}

/** A colour, its parts from 0 to 255; black outside the frame. */
export const colourAt = (frame: SmallFrame, x: number, y: number): readonly number[] => {
  const place = placeOf(frame, x, y)
  return place === undefined ? [0, 0, 0] : [...frame.pixels.subarray(place, place + 3)]
}

/** The brightest part of a colour: pure blue is not dark. */
export const lightAt = (frame: SmallFrame, x: number, y: number) => Math.max(...colourAt(frame, x, y))

/** Light, 0 to 255, that no pixel of a dark frame exceeds. */
const darkest = 48

/** Do all frames show next to nothing? */
export const areDark = (frames: readonly SmallFrame[]) =>
  frames.every(({ pixels }) => pixels.every(part => part <= darkest))

type Sums = { n: number; a: number; b: number; aa: number; bb: number; ab: number }

/** The correlation of colours, -1 to 1, over all parts; undefined where one side varies by less than `plain`. */
export const correlationOf = (
  pairs: Iterable<readonly [readonly number[], readonly number[]]>,
  plain: number,
) => {
  const sums: Sums[] = [0, 1, 2].map(() => ({ n: 0, a: 0, b: 0, aa: 0, bb: 0, ab: 0 }))
  for (const [one, other] of pairs)
    for (const [part, sum] of sums.entries()) {
      const [a, b] = [one[part] ?? 0, other[part] ?? 0]
      sum.n += 1
      sum.a += a
      sum.b += b
      sum.aa += a * a
      sum.bb += b * b
      sum.ab += a * b
    }
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
export const stepBetween = (frame: SmallFrame, lines: 'rows' | 'columns', one: number, other: number) => {
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

/** How much larger the step over a seam is than steps next to it, and the least step of light, 0 to 255. */
const seam = { times: 2, least: 4 }

/** Is there an edge in the middle of a frame, which one sphere does not have? Scaling blurs it, so lines next to it are compared. */
export const hasSeam = (frame: SmallFrame, lines: 'rows' | 'columns') => {
  const middle = (lines === 'rows' ? frame.height : frame.width) / 2
  const step = (from: number) => stepBetween(frame, lines, middle + from, middle + from + 3)
  return step(-2) > Math.max(seam.least, ((step(-8) + step(4)) / 2) * seam.times)
}

/** Does the left edge of the left half continue its right edge, as that of a whole sphere? */
export const isWrapped = (frame: SmallFrame) => {
  const half = frame.width / 2
  const step = (one: number, other: number) => stepBetween(frame, 'columns', one, other)
  return step(0, half - 1) <= Math.max(seam.least, ((step(1, 4) + step(half - 5, half - 2)) / 2) * seam.times)
}
