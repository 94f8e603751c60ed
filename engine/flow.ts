import { compile } from './simd/assembler'
import {
  compare,
  equations,
  padding,
  polyAcross,
  polyDown,
  polyRadius,
  slide,
  solveRow,
  windowRadius,
  wrap,
} from './simd/flow-kernels'
import { cells, columns, rows } from './sphere-grid'

/** Displacement of each cell, in cells to the right and down. */
export type Flow = { readonly right: Float32Array; readonly down: Float32Array }

/** Images of half the size each, from the whole grid on, and how often each is solved, the smallest first. */
const roundsOf = [1, 2, 2, 2]
/** Frames whose polynomials are kept: of the newest, of the one that it is compared with, and of one in between. */
const kept = 3
/** The first rows at both poles count less: their neighbourhood is cut off. */
const edge = [0.14, 0.14, 0.4472, 0.4472, 0.4472]
/** Bytes of a number, and of the values of a cell that are kept together. */
const [one, four] = [4, 16]

/** Reserves addresses one after the other. */
const createSpace = () => {
  let bytes = 64
  return {
    take: (size: number) => {
      const at = bytes
      bytes += Math.ceil(size / 64) * 64 + 64
      return at
    },
    bytes: () => bytes,
  }
}

/** Where an image of a level, its polynomials, its equations and its flow are; strides in bytes. */
const levelIn = (take: (size: number) => number, level: number, rounds: number) => {
  const [width, height] = [columns >> level, rows >> level]
  const stride = (width + 2 * padding) * one
  const wide = (width + 1) * four
  const narrow = (width + 1) * one
  return {
    ...{ width, height, rounds, stride, wide, narrow },
    /** The first cell of the first row; rows are repeated above and below it too. */
    image: take((height + 2 * polyRadius) * stride) + polyRadius * stride + padding * one,
    polynomials: Array.from({ length: kept }, () => take(height * wide)),
    twists: Array.from({ length: kept }, () => take(height * narrow)),
    equations: take(5 * height * stride),
    right: take(cells * one),
    down: take(cells * one),
  }
}
type Level = ReturnType<typeof levelIn>

type Floats = Float32Array<ArrayBuffer>

/** The grid smoothed a little, as floats. */
const smooth = (small: Uint8Array, image: Floats, { width, height, stride }: Level) => {
  const line = new Int32Array(width + 2)
  for (let row = 0; row < height; row += 1) {
    const [above, below] = [Math.max(row - 1, 0) * width, Math.min(row + 1, height - 1) * width]
    for (let x = 0; x < width; x += 1)
      line[x + 1] = (small[above + x] ?? 0) + 2 * (small[row * width + x] ?? 0) + (small[below + x] ?? 0)
    line[0] = line[width] ?? 0
    line[width + 1] = line[1] ?? 0
    const to = (row * stride) / one
    for (let x = 0; x < width; x += 1)
      image[to + x] = ((line[x] ?? 0) + 2 * (line[x + 1] ?? 0) + (line[x + 2] ?? 0)) / 16
  }
}

/** An image of half the size: the means of four cells. */
const halve = (from: Floats, fromStride: number, to: Floats, { width, height, stride }: Level) => {
  for (let row = 0; row < height; row += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (2 * row * fromStride) / one + 2 * x
      const below = at + fromStride / one
      const sum = (from[at] ?? 0) + (from[at + 1] ?? 0) + (from[below] ?? 0) + (from[below + 1] ?? 0)
      to[(row * stride) / one + x] = sum / 4
    }
}

/** Flow of twice the size, from that of a smaller image: three quarters of the nearest cell, a quarter of the next. */
const enlarge = (from: Floats, to: Floats, width: number, height: number) => {
  const [fromWidth, fromHeight] = [width / 2, height / 2]
  const line = new Float32Array(fromWidth + 2)
  for (let row = 0; row < height; row += 1) {
    const near = row >> 1
    const next = Math.min(Math.max(row % 2 ? near + 1 : near - 1, 0), fromHeight - 1)
    for (let x = 0; x < fromWidth; x += 1)
      line[x + 1] = 3 * (from[near * fromWidth + x] ?? 0) + (from[next * fromWidth + x] ?? 0)
    line[0] = line[fromWidth] ?? 0
    line[fromWidth + 1] = line[1] ?? 0
    for (let x = 0; x < fromWidth; x += 1) {
      // Twice as far in cells of half the size.
      const here = 3 * (line[x + 1] ?? 0)
      const at = row * width + 2 * x
      to[at] = (here + (line[x] ?? 0)) / 8
      to[at + 1] = (here + (line[x + 2] ?? 0)) / 8
    }
  }
}

const kernels = { compare, equations, polyAcross, polyDown, slide, solveRow, wrap }

const compileFlow = () => {
  const { take, bytes } = createSpace()
  const pyramid = roundsOf.map((rounds, level) => levelIn(take, level, rounds))
  const row = 5 * (columns + 2 * padding) * one
  const scratch = {
    row: take(row),
    cells: take(columns * four),
    twists: take(columns * one),
    nothing: take(row),
  }
  const { memory, call } = compile(kernels, bytes())
  const floats = (at: number, count = 0) => new Float32Array(memory, at, count)
  return { pyramid, scratch, call, memory, floats }
}
type Compiled = ReturnType<typeof compileFlow>

/** Approximates the neighbourhood of each cell by polynomials, at all sizes. */
const createExpansion = ({ pyramid, scratch, call, memory, floats }: Compiled) => {
  const [down, across, wrapRows] = [call('polyDown'), call('polyAcross'), call('wrap')]
  const bytes = new Uint8Array(memory)
  const imageOf = ({ image, stride, height }: Level) => floats(image, (stride * (height - 1)) / one + columns)
  const surround = ({ image, stride, width, height }: Level) => {
    wrapRows(image, width * one, stride, image + height * stride)
    const start = image - padding * one
    for (let k = 1; k <= polyRadius; k += 1) {
      bytes.copyWithin(start - k * stride, start, start + stride)
      bytes.copyWithin(
        start + (height - 1 + k) * stride,
        start + (height - 1) * stride,
        start + height * stride,
      )
    }
  }
  const expand = (level: Level, slot: number) => {
    const { image, stride, width, height, wide, narrow } = level
    const [polynomials, twists] = [level.polynomials[slot] ?? 0, level.twists[slot] ?? 0]
    for (let y = 0; y < height; y += 1) {
      const [to, toTwist] = [polynomials + y * wide, twists + y * narrow]
      down(scratch.row, image - padding * one + y * stride, stride, stride, stride)
      across(to, toTwist, scratch.row + (padding - polyRadius) * one, stride, width * one)
      bytes.copyWithin(to + width * four, to, to + four)
      bytes.copyWithin(toTwist + width * one, toTwist, toTwist + one)
    }
  }
  return (small: Uint8Array, slot: number) => {
    let before: Level | undefined
    for (const level of pyramid) {
      if (before) halve(imageOf(before), before.stride, imageOf(level), level)
      else smooth(small, imageOf(level), level)
      surround(level)
      expand(level, slot)
      before = level
    }
  }
}

/** Improves the flow of a level between the frames in two slots. */
const createRefinement = ({ scratch, call, floats }: Compiled) => {
  const [match, equate, add] = [call('compare'), call('equations'), call('slide')]
  const [solve, wrapRows] = [call('solveRow'), call('wrap')]
  const sums = floats(scratch.row, 5 * (columns + 2 * padding))

  const equateAll = (level: Level, own: number, other: number) => {
    const { width, height, stride, wide, narrow, polynomials, twists } = level
    for (let y = 0; y < height; y += 1) {
      const [right, down] = [level.right + y * width * one, level.down + y * width * one]
      const mine = [(polynomials[own] ?? 0) + y * wide, (twists[own] ?? 0) + y * narrow] as const
      const theirs = [polynomials[other] ?? 0, twists[other] ?? 0] as const
      const frame = [...mine, ...theirs, right, down, y, height - 1.001, width - 1, width]
      match(scratch.cells, scratch.twists, ...frame)
      const weight = edge[Math.min(y, height - 1 - y)] ?? 1
      const to = level.equations + y * 5 * stride + padding * one
      equate(to, stride, scratch.cells, scratch.twists, right, down, weight, width * one)
    }
  }
  const solveAll = ({ width, height, stride, equations: from, right, down }: Level) => {
    const rowAt = (y: number) => from + Math.min(Math.max(y, 0), height - 1) * 5 * stride
    sums.fill(0)
    for (let y = -windowRadius; y < windowRadius; y += 1)
      add(scratch.row, rowAt(y), scratch.nothing, 5 * stride)
    for (let y = 0; y < height; y += 1) {
      const removed = y ? rowAt(y - windowRadius - 1) : scratch.nothing
      add(scratch.row, rowAt(y + windowRadius), removed, 5 * stride)
      const first = scratch.row + padding * one
      wrapRows(first, width * one, stride, first + 5 * stride)
      const line = y * width * one
      solve(right + line, down + line, first - windowRadius * one, stride, width * one)
    }
  }
  return (level: Level, own: number, other: number) => {
    for (let round = 0; round < level.rounds; round += 1) {
      equateAll(level, own, other)
      solveAll(level)
    }
  }
}

/**
 * Optical flow by polynomial expansion (Farnebäck 2003) on the grid of the sphere, whose columns wrap around.
 * @returns a function that tracks the cells of one frame to another; the flow is valid until the next call, and the polynomials
 * of the last frames are kept
 */
export const createFlow = () => {
  const compiled = compileFlow()
  const { pyramid, floats } = compiled
  const expand = createExpansion(compiled)
  const refine = createRefinement(compiled)
  const held: (Uint8Array | undefined)[] = Array.from({ length: kept }, () => undefined)
  let oldest = 0
  const slotOf = (small: Uint8Array, other?: number) => {
    const found = held.indexOf(small)
    if (found >= 0) return found
    if (oldest === other) oldest = (oldest + 1) % kept
    const slot = oldest
    held[slot] = small
    expand(small, slot)
    oldest = (oldest + 1) % kept
    return slot
  }
  const planes = ({ right, down, width, height }: Level) =>
    [floats(right, width * height), floats(down, width * height)] as const
  const found: Flow = {
    right: floats(pyramid[0]?.right ?? 0, cells),
    down: floats(pyramid[0]?.down ?? 0, cells),
  }
  return (from: Uint8Array, to: Uint8Array): Flow => {
    const other = slotOf(to)
    const own = slotOf(from, other)
    let before: Level | undefined
    for (const level of pyramid.toReversed()) {
      for (const [axis, plane] of planes(level).entries()) {
        const smaller = before && planes(before)[axis]
        if (smaller) enlarge(smaller, plane, level.width, level.height)
        else plane.fill(0)
      }
      refine(level, own, other)
      before = level
    }
    return found
  }
}
