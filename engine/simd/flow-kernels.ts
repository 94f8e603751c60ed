import {
  type Build,
  type Code,
  f32,
  f32x4,
  i32,
  type Local,
  repeat,
  sumOf,
  transposed,
  v128,
} from './assembler'

/** Bytes of a float, and of a vector of four. */
const [one, four] = [4, 16]

/** Radius in cells of the area whose brightness is approximated by a polynomial. */
export const polyRadius = 5
const polySigma = 1.5

/** Gaussian weights, also times the distance and its square; and the inverse of the moments of the area. */
const poly = (() => {
  const raw = Array.from({ length: polyRadius + 1 }, (_, k) => Math.exp((-k * k) / (2 * polySigma ** 2)))
  const total = raw.reduce((sum, value, k) => sum + (k ? 2 : 1) * value, 0)
  const g = raw.map(value => value / total)
  const moment = (power: number) => g.reduce((sum, value, k) => sum + 2 * k ** power * value, 0)
  const [second, fourth] = [moment(2), moment(4)]
  const spread = fourth - second ** 2
  return {
    g,
    xg: g.map((value, k) => value * k),
    xxg: g.map((value, k) => value * k * k),
    slope: 1 / second,
    level: -second / spread,
    bend: 1 / spread,
    twist: 1 / second ** 2,
  }
})()

const steps = Array.from({ length: polyRadius }, (_, index) => index + 1)
const scaled = (value: Code<'v128'>, factor = 0) => f32x4.mul(value, f32x4.of(factor, factor, factor, factor))
const step = (at: Local<'i32'>, by: number) => at.set(i32.add(at.get, i32.of(by)))

/** The sum of values at distances 1 and up, by the weights of these distances. */
const weighted = (values: readonly Local<'v128'>[], weights: readonly number[]) =>
  sumOf(values.map((value, index) => scaled(value.get, weights[index + 1])))

/**
 * `(to, from, stride, toStride, count)`: the vertical part of the polynomials of a row: three rows of weighted sums of the rows
 * around it, `stride` bytes apart.
 */
export const polyDown: Build = ({ parameter, local }) => {
  const [to, from, stride, toStride] = [
    parameter('i32'),
    parameter('i32'),
    parameter('i32'),
    parameter('i32'),
  ]
  const [count, x] = [parameter('i32'), local('i32')]
  const rows = steps.map(() => ({
    above: local('i32'),
    below: local('i32'),
    pair: local('v128'),
    gap: local('v128'),
  }))
  const at = (row: Local<'i32'>) => v128.load(i32.add(row.get, x.get))
  const out = (index: number) => i32.add(i32.add(to.get, x.get), i32.mul(toStride.get, i32.of(index)))
  return [
    ...rows.flatMap(({ above, below }, index) => [
      above.set(i32.sub(from.get, i32.mul(stride.get, i32.of(index + 1)))),
      below.set(i32.add(from.get, i32.mul(stride.get, i32.of(index + 1)))),
    ]),
    x.set(i32.of(0)),
    repeat(i32.ltS(x.get, count.get), [
      ...rows.flatMap(({ above, below, pair, gap }) => [
        pair.set(f32x4.add(at(above), at(below))),
        gap.set(f32x4.sub(at(below), at(above))),
      ]),
      v128.store(
        out(0),
        f32x4.add(
          scaled(at(from), poly.g[0]),
          weighted(
            rows.map(row => row.pair),
            poly.g,
          ),
        ),
      ),
      v128.store(
        out(1),
        weighted(
          rows.map(row => row.gap),
          poly.xg,
        ),
      ),
      v128.store(
        out(2),
        weighted(
          rows.map(row => row.pair),
          poly.xxg,
        ),
      ),
      step(x, four),
    ]),
  ]
}

/**
 * `(to, toTwist, from, fromStride, count)`: the horizontal part, from the three rows of `polyDown`, each of which begins
 * `polyRadius` before the first cell. Writes per cell the slopes down and right and the bends down and right together, and
 * the twist apart.
 */
export const polyAcross: Build = ({ parameter, local }) => {
  const [to, toTwist, from, fromStride] = [
    parameter('i32'),
    parameter('i32'),
    parameter('i32'),
    parameter('i32'),
  ]
  const [count, x] = [parameter('i32'), local('i32')]
  const [level, down, bent] = [local('i32'), local('i32'), local('i32')]
  const values = [0, 1, 2, 3].map(() => local('v128'))
  const mean = local('v128')
  const at = (row: Local<'i32'>, k: number) => v128.load(row.get, one * (polyRadius + k))
  const sums = (row: Local<'i32'>, weights: readonly number[]): Code<'v128'> =>
    sumOf([
      scaled(at(row, 0), weights[0]),
      ...steps.map(k => scaled(f32x4.add(at(row, -k), at(row, k)), weights[k])),
    ])
  const gaps = (row: Local<'i32'>) =>
    sumOf(steps.map(k => scaled(f32x4.sub(at(row, k), at(row, -k)), poly.xg[k])))
  const [a, b, c, d] = values.map(value => value.get)
  const all = a && b && c && d ? transposed(a, b, c, d) : []
  return [
    level.set(from.get),
    down.set(i32.add(from.get, fromStride.get)),
    bent.set(i32.add(down.get, fromStride.get)),
    x.set(i32.of(0)),
    repeat(i32.ltS(x.get, count.get), [
      mean.set(scaled(sums(level, poly.g), poly.level)),
      ...[
        scaled(sums(down, poly.g), poly.slope),
        scaled(gaps(level), poly.slope),
        f32x4.add(mean.get, scaled(sums(bent, poly.g), poly.bend)),
        f32x4.add(mean.get, scaled(sums(level, poly.xxg), poly.bend)),
      ].flatMap((value, index) => values[index]?.set(value) ?? []),
      ...all.map((value, index) => v128.store(to.get, value, index * four)),
      v128.store(toTwist.get, scaled(gaps(down), poly.twist)),
      step(to, 4 * four),
      ...[toTwist, level, down, bent, x].map(each => step(each, four)),
    ]),
  ]
}

/**
 * `(to, toTwist, own, ownTwist, other, otherTwist, right, down, y, bottom, mask, count)`: compares the polynomials of a row of
 * one frame with those of another frame where the flow (`right`, `down`) leads; columns wrap around by `mask`, rows end before
 * `bottom`.
 */
export const compare: Build = ({ parameter, local }) => {
  const [to, toTwist] = [parameter('i32'), parameter('i32')]
  const [own, ownTwist] = [parameter('i32'), parameter('i32')]
  const [other, otherTwist] = [parameter('i32'), parameter('i32')]
  const [right, down] = [parameter('i32'), parameter('i32')]
  const [y, bottom] = [parameter('f32'), parameter('f32')]
  const [mask, count] = [parameter('i32'), parameter('i32')]
  const [x, at, next] = [local('i32'), local('i32'), local('i32')]
  const [placeX, placeY, shareX, shareY] = [local('f32'), local('f32'), local('f32'), local('f32')]
  const [wideX, wideY] = [local('v128'), local('v128')]
  const mixWide = (a: Code<'v128'>, b: Code<'v128'>, share: Code<'v128'>) =>
    f32x4.add(a, f32x4.mul(f32x4.sub(b, a), share))
  const mixOne = (a: Code<'f32'>, b: Code<'f32'>, share: Code<'f32'>) =>
    f32.add(a, f32.mul(f32.sub(b, a), share))
  const cells = (row: Code<'i32'>) => i32.add(other.get, i32.shl(row, i32.of(4)))
  const twists = (row: Code<'i32'>) => i32.add(otherTwist.get, i32.shl(row, i32.of(2)))
  const wide = (row: Code<'i32'>) => mixWide(v128.load(cells(row)), v128.load(cells(row), four), wideX.get)
  const narrow = (row: Code<'i32'>) => mixOne(f32.load(twists(row)), f32.load(twists(row), one), shareX.get)
  return [
    x.set(i32.of(0)),
    repeat(i32.ltS(x.get, count.get), [
      placeX.set(f32.add(f32.fromInt(x.get), f32.load(right.get))),
      placeY.set(f32.max(f32.min(f32.add(y.get, f32.load(down.get)), bottom.get), f32.of(0))),
      shareX.set(f32.sub(placeX.get, f32.floor(placeX.get))),
      shareY.set(f32.sub(placeY.get, f32.floor(placeY.get))),
      wideX.set(f32x4.splat(shareX.get)),
      wideY.set(f32x4.splat(shareY.get)),
      // A row holds one cell more than `mask`: the first one again.
      next.set(i32.add(mask.get, i32.of(2))),
      at.set(
        i32.add(
          i32.mul(i32.fromFloat(f32.floor(placeY.get)), next.get),
          i32.and(i32.fromFloat(f32.floor(placeX.get)), mask.get),
        ),
      ),
      next.set(i32.add(at.get, next.get)),
      v128.store(
        to.get,
        f32x4.mul(
          f32x4.add(
            v128.load(own.get),
            f32x4.mul(mixWide(wide(at.get), wide(next.get), wideY.get), f32x4.of(-1, -1, 1, 1)),
          ),
          f32x4.of(0.5, 0.5, 0.5, 0.5),
        ),
      ),
      f32.store(
        toTwist.get,
        f32.mul(
          f32.add(f32.load(ownTwist.get), mixOne(narrow(at.get), narrow(next.get), shareY.get)),
          f32.of(0.25),
        ),
      ),
      ...[to, own].map(each => step(each, four)),
      ...[toTwist, ownTwist, right, down].map(each => step(each, one)),
      step(x, 1),
    ]),
  ]
}

/**
 * `(to, stride, from, twist, right, down, weight, count)`: five rows of coefficients of the equations for the flow, from a row of
 * `compare`.
 */
export const equations: Build = ({ parameter, local }) => {
  const [to, stride, from, twist] = [parameter('i32'), parameter('i32'), parameter('i32'), parameter('i32')]
  const [right, down, weight] = [parameter('i32'), parameter('i32'), parameter('f32')]
  const [count, x, wide] = [parameter('i32'), local('i32'), local('v128')]
  const slopes = { down: local('v128'), right: local('v128') }
  const bends = { down: local('v128'), right: local('v128'), both: local('v128') }
  const flow = { right: local('v128'), down: local('v128') }
  const cell = (index: number) => v128.load(from.get, index * four)
  const [slopeDown, slopeRight, bendDown, bendRight] = transposed(cell(0), cell(1), cell(2), cell(3))
  const product = (a: Local<'v128'>, b: Local<'v128'>) => f32x4.mul(a.get, b.get)
  const weigh = (value: Code<'v128'>) => f32x4.mul(value, wide.get)
  const results = [
    f32x4.add(product(bends.down, bends.down), product(bends.both, bends.both)),
    f32x4.mul(f32x4.add(bends.down.get, bends.right.get), bends.both.get),
    f32x4.add(product(bends.right, bends.right), product(bends.both, bends.both)),
    f32x4.add(product(bends.down, slopes.down), product(bends.both, slopes.right)),
    f32x4.add(product(bends.both, slopes.down), product(bends.right, slopes.right)),
  ]
  return [
    wide.set(f32x4.splat(weight.get)),
    x.set(i32.of(0)),
    repeat(i32.ltS(x.get, count.get), [
      flow.right.set(v128.load(right.get)),
      flow.down.set(v128.load(down.get)),
      bends.both.set(weigh(v128.load(twist.get))),
      bends.down.set(weigh(bendDown)),
      bends.right.set(weigh(bendRight)),
      slopes.down.set(
        sumOf([weigh(slopeDown), product(bends.down, flow.down), product(bends.both, flow.right)]),
      ),
      slopes.right.set(
        sumOf([weigh(slopeRight), product(bends.both, flow.down), product(bends.right, flow.right)]),
      ),
      ...results.map((value, index) =>
        v128.store(i32.add(i32.add(to.get, x.get), i32.mul(stride.get, i32.of(index))), value),
      ),
      step(from, 4 * four),
      ...[twist, right, down, x].map(each => step(each, four)),
    ]),
  ]
}

/** `(to, added, removed, count)`: adds one row to a row of sums, and removes another. */
export const slide: Build = ({ parameter, local }) => {
  const [to, added, removed, count] = [parameter('i32'), parameter('i32'), parameter('i32'), parameter('i32')]
  const x = local('i32')
  const at = (row: Local<'i32'>) => i32.add(row.get, x.get)
  return [
    x.set(i32.of(0)),
    repeat(i32.ltS(x.get, count.get), [
      v128.store(
        at(to),
        f32x4.add(v128.load(at(to)), f32x4.sub(v128.load(at(added)), v128.load(at(removed)))),
      ),
      step(x, four),
    ]),
  ]
}

/** Radius in cells of the window over which the equations are added up. */
export const windowRadius = 7

/** `(right, down, from, stride, count)`: solves the equations of a row of sums, five rows that begin `windowRadius` before it. */
export const solveRow: Build = ({ parameter, local }) => {
  const [right, down, from, stride] = [parameter('i32'), parameter('i32'), parameter('i32'), parameter('i32')]
  const [count, x] = [parameter('i32'), local('i32')]
  const rows = [0, 1, 2, 3, 4].map(() => local('i32'))
  const sums = [0, 1, 2, 3, 4].map(() => local('v128'))
  const share = 1 / (2 * windowRadius + 1) ** 2
  const window = (row: Local<'i32'>) => {
    const cells = Array.from({ length: 2 * windowRadius + 1 }, (_, k) => v128.load(row.get, one * k))
    return scaled(sumOf(cells), share)
  }
  const [g11, g12, g22, h1, h2] = sums.map(sum => sum.get)
  if (!g11 || !g12 || !g22 || !h1 || !h2) return []
  const minors = (a: Code<'v128'>, b: Code<'v128'>, c: Code<'v128'>, d: Code<'v128'>) =>
    f32x4.sub(f32x4.mul(a, b), f32x4.mul(c, d))
  const whole = f32x4.add(minors(g11, g22, g12, g12), f32x4.of(1e-3, 1e-3, 1e-3, 1e-3))
  return [
    ...rows.map((row, index) => row.set(i32.add(from.get, i32.mul(stride.get, i32.of(index))))),
    x.set(i32.of(0)),
    repeat(i32.ltS(x.get, count.get), [
      ...rows.flatMap((row, index) => sums[index]?.set(window(row)) ?? []),
      v128.store(right.get, f32x4.div(minors(g11, h2, g12, h1), whole)),
      v128.store(down.get, f32x4.div(minors(g22, h1, g12, h2), whole)),
      ...[right, down, ...rows, x].map(each => step(each, four)),
    ]),
  ]
}

/** Cells of a row that are repeated beyond both its ends. */
export const padding = 8

/** `(row, bytes, stride, last)`: repeats the ends of rows, from `row` to `last`, beyond their other ends. */
export const wrap: Build = ({ parameter }) => {
  const [row, bytes, stride, last] = [parameter('i32'), parameter('i32'), parameter('i32'), parameter('i32')]
  const before = i32.sub(row.get, i32.of(padding * one))
  const after = i32.add(row.get, bytes.get)
  const end = i32.add(before, bytes.get)
  return [
    repeat(i32.ltS(row.get, last.get), [
      v128.store(before, v128.load(end)),
      v128.store(before, v128.load(end, four), four),
      v128.store(after, v128.load(row.get)),
      v128.store(after, v128.load(row.get, four), four),
      row.set(i32.add(row.get, stride.get)),
    ]),
  ]
}
