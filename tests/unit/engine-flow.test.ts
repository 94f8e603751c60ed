import { describe, expect, it } from 'vitest'
import { createFlow } from '~/engine/flow'
import { compile, f32, i32, repeat } from '~/engine/simd/assembler'
import { cells, columns, rows } from '~/engine/sphere-grid'
import { createWarp, type DisparityMap } from '~/engine/warp'

/** A smooth texture without period, moved to the right and down; columns wrap around. */
const texture = (right: number, down: number) =>
  Uint8Array.from({ length: cells }, (_, at) => {
    const longitude = (((at % columns) - right) / columns) * 2 * Math.PI
    const row = Math.floor(at / columns) - down
    const waves = Math.sin(9 * longitude + row / 7) + Math.sin(23 * longitude - row / 5) + Math.cos(row / 4)
    return 128 + 35 * waves
  })

describe('optical flow', () => {
  it.each([
    [0, 0],
    [1.5, 0],
    [-2, 1],
    [5, -3],
  ])('finds a shift by %d cells to the right and %d down, across the edge too', (right, down) => {
    const follow = createFlow()
    const flow = follow(texture(0, 0), texture(right, down))
    for (const column of [0, 1, 200, columns - 1])
      for (const row of [40, rows / 2, rows - 40]) {
        expect(flow.right[row * columns + column]).toBeCloseTo(right, 0)
        expect(flow.down[row * columns + column]).toBeCloseTo(down, 0)
      }
  })

  it('gives the same flow whether a frame was tracked before or not', () => {
    const [first, second, third] = [texture(0, 0), texture(1, 0), texture(2, 1)]
    const follow = createFlow()
    follow(second, first)
    const kept = follow(third, first).right.slice()
    expect(kept).toEqual(createFlow()(third, first).right)
  })
})

/** The right eye's row, one pixel at a time, as the documents define it. */
const movedRow = (row: Uint8Array, shifts: readonly number[]) =>
  Uint8Array.from(row, (_, x) => {
    const place = Math.floor((x + (shifts[x] ?? 0)) * 256 + 0.5)
    const near = Math.floor(place / 256)
    const [a, b] = [row[near % row.length] ?? 0, row[(near + 1) % row.length] ?? 0]
    return Math.floor((a * (256 - (place % 256)) + b * (place % 256) + 128) / 256)
  })

describe('warp of rows', () => {
  it.each([
    ['a gentle slope', 64, (x: number) => 2 + x / 40],
    ['edges of near objects, where pixels come from far apart', 64, (x: number) => (x % 12 < 6 ? 20 : 1)],
    ['a width that is no multiple of sixteen', 36, (x: number) => 1 + (x % 5)],
  ])('gives the same pixels as one at a time: %s', (_what, width, shiftAt) => {
    const height = width / 2
    const shifts = Array.from({ length: width }, (_, x) => Math.fround(shiftAt(x)))
    const radians = Float32Array.from(shifts, shift => (shift / width) * 2 * Math.PI)
    const map: DisparityMap = { columns: width, rows: 1, radians }
    const warp = createWarp(width, height, width)
    warp.frame.set(Uint8Array.from(warp.frame, (_, at) => (at * 7919) % 251))
    const [luma] = warp.planes
    const left = luma?.bytes.slice() ?? new Uint8Array()
    luma?.move(map)
    for (let y = 0; y < height; y += 1) {
      const expected = movedRow(left.subarray(y * width, (y + 1) * width), shifts)
      const found = luma?.bytes.subarray(y * width, (y + 1) * width) ?? []
      for (const [x, value] of expected.entries())
        expect(Math.abs((found[x] ?? 0) - value)).toBeLessThanOrEqual(1)
    }
  })

  it.each([1280, 3840, 720])('shrinks a frame of %i pixels to the means of cells', width => {
    const warp = createWarp(width, width / 2, 1)
    warp.frame.fill(200, 0, (width * width) / 4)
    warp.frame.fill(50, (width * width) / 4, (width * width) / 2)
    const small = warp.shrink()
    expect([small[0], small[cells / 2 - 1], small[cells / 2], small[cells - 1]]).toEqual([200, 200, 50, 50])
  })
})

describe('assembler of WebAssembly', () => {
  it('runs loops over integers and floats, with constants of any size and sign', () => {
    const { memory, call } = compile(
      {
        fill: ({ parameter, local }) => {
          const [to, count, at] = [parameter('i32'), parameter('i32'), local('i32')]
          return [
            at.set(i32.of(0)),
            repeat(i32.ltS(at.get, count.get), [
              f32.store(
                i32.add(to.get, i32.shl(at.get, i32.of(2))),
                f32.mul(f32.fromInt(i32.sub(at.get, i32.of(-70000))), f32.of(-0.5)),
              ),
              at.set(i32.add(at.get, i32.of(1))),
            ]),
          ]
        },
      },
      64,
    )
    call('fill')(4, 3)
    expect([...new Float32Array(memory, 0, 5)]).toEqual([0, -35000, -35000.5, -35001, 0])
  })
})
