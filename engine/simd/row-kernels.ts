import {
  type Build,
  type Code,
  f32,
  f32x4,
  i8x16,
  i16x8,
  i32,
  i32x4,
  type Local,
  repeat,
  v128,
  when,
} from './assembler'

/** Shifts have this many parts per pixel. */
export const parts = 256

const advance = (local: Local<'i32'>, by: number) => local.set(i32.add(local.get, i32.of(by)))

/** Interpolates eight pixels: `weight` of the second, in parts; exact in sixteen bits. */
const mix = (first: Code<'v128'>, second: Code<'v128'>, weight: Code<'v128'>) =>
  i16x8.shrU(
    i16x8.add(
      i16x8.add(i16x8.mul(first, i16x8.sub(i16x8.splat(i32.of(parts)), weight)), i16x8.mul(second, weight)),
      i16x8.splat(i32.of(parts / 2)),
    ),
    i32.of(8),
  )

/** `(to, from, count, weight)`: each pixel between `from` and the one after it, all with the same weight. */
export const moveEven: Build = ({ parameter, local }) => {
  const [to, from, count, weight] = [parameter('i32'), parameter('i32'), parameter('i32'), parameter('i32')]
  const [end, first, second, share] = [local('i32'), local('v128'), local('v128'), local('v128')]
  const half = (widen: (value: Code<'v128'>) => Code<'v128'>) =>
    mix(widen(first.get), widen(second.get), share.get)
  return [
    share.set(i16x8.splat(weight.get)),
    end.set(i32.add(to.get, count.get)),
    repeat(i32.ltU(to.get, end.get), [
      first.set(v128.load(from.get)),
      second.set(v128.load(from.get, 1)),
      v128.store(to.get, i8x16.narrow(half(i16x8.lowBytes), half(i16x8.highBytes))),
      advance(to, 16),
      advance(from, 16),
    ]),
  ]
}

/** Room before the first pixel: windows of sixteen pixels begin `margin` before the pixel that they are for. */
const margin = 2
/** The last pixel of a window that has one after it. */
const last = 14
const block = 8

/**
 * `(to, from, upper, lower, share, count)`: each pixel from where its own shift is: between the rows `upper` and `lower` of
 * shifts in parts (32-bit floats), `share` of the second. Eight pixels per step wherever all come from one window.
 */
export const moveEach: Build = ({ parameter, local }) => {
  const [to, from] = [parameter('i32'), parameter('i32')]
  const [upper, lower, share] = [parameter('i32'), parameter('i32'), parameter('f32')]
  const count = parameter('i32')
  const [x, base, k, place] = [local('i32'), local('i32'), local('i32'), local('i32')]
  const [before, after, near, far] = [local('v128'), local('v128'), local('v128'), local('v128')]
  const [window, index, weight, shares] = [local('v128'), local('v128'), local('v128'), local('v128')]

  const shiftsAt = (offset: number) => {
    const [a, b] = [v128.load(upper.get, offset), v128.load(lower.get, offset)]
    return i32x4.fromFloat(f32x4.add(a, f32x4.mul(f32x4.sub(b, a), shares.get)))
  }
  const start = (first: number) =>
    i32x4.add(
      i32x4.splat(i32.shl(x.get, i32.of(8))),
      i32x4.of(...[0, 1, 2, 3].map(lane => (first + lane) * parts)),
    )
  const offsets = (places: Code<'v128'>) => i32x4.sub(i32x4.shrS(places, i32.of(8)), i32x4.splat(base.get))
  const weightsOf = (places: Code<'v128'>) => v128.and(places, i32x4.splat(i32.of(parts - 1)))
  const isOutside = (places: Code<'v128'>) => i32x4.gtU(places, i32x4.splat(i32.of(last)))

  const together = [
    window.set(v128.load(i32.add(from.get, base.get))),
    index.set(i16x8.narrow(near.get, far.get)),
    index.set(i8x16.narrow(index.get, index.get)),
    weight.set(i16x8.narrow(weightsOf(before.get), weightsOf(after.get))),
    index.set(
      mix(
        i16x8.lowBytes(i8x16.swizzle(window.get, index.get)),
        i16x8.lowBytes(i8x16.swizzle(window.get, i8x16.add(index.get, i8x16.splat(i32.of(1))))),
        weight.get,
      ),
    ),
    v128.storeLow(i32.add(to.get, x.get), i8x16.narrow(index.get, index.get)),
  ]

  const shiftAt = (at: Code<'i32'>) => {
    const a = f32.load(i32.add(upper.get, at))
    return i32.fromFloat(f32.add(a, f32.mul(f32.sub(f32.load(i32.add(lower.get, at)), a), share.get)))
  }
  const source = i32.add(from.get, i32.shrS(place.get, i32.of(8)))
  const rest = i32.and(place.get, i32.of(parts - 1))
  const oneByOne = [
    k.set(i32.of(0)),
    repeat(i32.ltS(k.get, i32.of(block)), [
      place.set(i32.add(i32.shl(i32.add(x.get, k.get), i32.of(8)), shiftAt(i32.shl(k.get, i32.of(2))))),
      i32.store8(
        i32.add(to.get, i32.add(x.get, k.get)),
        i32.shrS(
          i32.add(
            i32.add(
              i32.mul(i32.load8(source), i32.sub(i32.of(parts), rest)),
              i32.mul(i32.load8(source, 1), rest),
            ),
            i32.of(parts / 2),
          ),
          i32.of(8),
        ),
      ),
      advance(k, 1),
    ]),
  ]

  return [
    shares.set(f32x4.splat(share.get)),
    x.set(i32.of(0)),
    repeat(i32.ltS(x.get, count.get), [
      before.set(i32x4.add(shiftsAt(0), start(0))),
      after.set(i32x4.add(shiftsAt(16), start(4))),
      base.set(i32.sub(i32.shrS(i32x4.first(before.get), i32.of(8)), i32.of(margin))),
      near.set(offsets(before.get)),
      far.set(offsets(after.get)),
      when(v128.anyTrue(v128.or(isOutside(near.get), isOutside(far.get))), oneByOne, together),
      advance(upper, 4 * block),
      advance(lower, 4 * block),
      advance(x, block),
    ]),
  ]
}

/** `(sums, from, count)`: adds a row of pixels to sums of sixteen bits. */
export const addRow: Build = ({ parameter, local }) => {
  const [sums, from, count] = [parameter('i32'), parameter('i32'), parameter('i32')]
  const [end, pixels] = [local('i32'), local('v128')]
  const add = (widen: (value: Code<'v128'>) => Code<'v128'>, offset: number) =>
    v128.store(sums.get, i16x8.add(v128.load(sums.get, offset), widen(pixels.get)), offset)
  return [
    end.set(i32.add(from.get, count.get)),
    repeat(i32.ltU(from.get, end.get), [
      pixels.set(v128.load(from.get)),
      add(i16x8.lowBytes, 0),
      add(i16x8.highBytes, 16),
      advance(from, 16),
      advance(sums, 32),
    ]),
  ]
}

/**
 * `(to, edges, share, cells)`: the means of cells from sums of columns; `edges` are the addresses of sums where each cell
 * begins and ends, `share` is one over the number of summed rows.
 */
export const cellMeans: Build = ({ parameter, local }) => {
  const [to, edges, share, cells] = [parameter('i32'), parameter('i32'), parameter('f32'), parameter('i32')]
  const [end, at, stop, sum] = [local('i32'), local('i32'), local('i32'), local('i32')]
  const columns = f32.fromInt(i32.shrS(i32.sub(stop.get, i32.load(edges.get)), i32.of(1)))
  return [
    end.set(i32.add(to.get, cells.get)),
    repeat(i32.ltU(to.get, end.get), [
      at.set(i32.load(edges.get)),
      stop.set(i32.load(edges.get, 4)),
      sum.set(i32.of(0)),
      repeat(i32.ltU(at.get, stop.get), [sum.set(i32.add(sum.get, i32.load16(at.get))), advance(at, 2)]),
      i32.store8(
        to.get,
        i32.fromFloat(
          f32.add(f32.div(f32.mul(f32.fromInt(sum.get), share.get), columns), f32.of(1 / 2 + 1 / 4096)),
        ),
      ),
      advance(to, 1),
      advance(edges, 8),
    ]),
  ]
}

/**
 * `(to, line, places, shares, count)`: widens a row of numbers, between the one at `line` plus the place of each pixel, and the
 * next one.
 */
export const widen: Build = ({ parameter, local }) => {
  const [to, line, places, shares] = [parameter('i32'), parameter('i32'), parameter('i32'), parameter('i32')]
  const [count, end, at, first] = [parameter('i32'), local('i32'), local('i32'), local('f32')]
  return [
    end.set(i32.add(to.get, i32.shl(count.get, i32.of(2)))),
    repeat(i32.ltU(to.get, end.get), [
      at.set(i32.add(line.get, i32.load(places.get))),
      first.set(f32.load(at.get)),
      f32.store(
        to.get,
        f32.add(first.get, f32.mul(f32.sub(f32.load(at.get, 4), first.get), f32.load(shares.get))),
      ),
      ...[to, places, shares].map(each => advance(each, 4)),
    ]),
  ]
}
