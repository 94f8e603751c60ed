import { describe, expect, it } from 'vitest'
import { orderPair, pairProblem } from '~/model/video/insv-pair'

const track = { kind: 'video', width: 2880, height: 2880, seconds: 10, frames: 300, codec: 'avc1' } as const
const sound = { kind: 'audio', width: 0, height: 0, seconds: 99, frames: 1, codec: 'mp4a' } as const
const file = (
  name: string,
  change: { readonly width?: number; readonly seconds?: number; readonly frames?: number } = {},
) => ({
  name,
  tracks: [sound, { ...track, ...change }],
})

const front = 'VID_20240102_001000_00_007.insv'
const back = 'VID_20240102_001000_10_007.insv'

describe('the order of two camera files', () => {
  it.each([
    [front, back],
    ['a_00.insv', 'a_10.insv'],
    ['VID_1_00_1.INSV', 'vid_1_10_1.insv'],
    ['x_00_00_1.insv', 'x_00_10_1.insv'],
    ['x_00_00_1.insv', 'x_10_00_1.insv'],
  ])('sorts front before back by file name: %s, %s', (one, other) => {
    expect(orderPair({ name: one }, { name: other })).toEqual([{ name: one }, { name: other }])
    expect(orderPair({ name: other }, { name: one })).toEqual([{ name: one }, { name: other }])
  })

  it.each([
    [front, front],
    [front, 'VID_20240102_001000_10_008.insv'],
    ['a.insv', 'b.insv'],
    ['VID_001.insv', 'VID_101.insv'],
    [back, back],
  ])('finds no order for files of different recordings or of the same lens: %s, %s', (one, other) =>
    expect(orderPair({ name: one }, { name: other })).toBeUndefined(),
  )
})

describe('a pair of camera files', () => {
  it('accepts a pair with equal frame sizes and durations that differ by one frame at most', () => {
    expect(pairProblem(file(front), file(back))).toBeUndefined()
    expect(pairProblem(file(front), file(back, { frames: 301, seconds: 301 / 30 }))).toBeUndefined()
    expect(pairProblem(file(front), file(back, { frames: 299, seconds: 299 / 30 }))).toBeUndefined()
  })

  it.each([
    ['pair_same', file(front), file(front)],
    ['pair_names', file(front), file('other.insv')],
    ['pair_names', file(back), file(front)],
    ['pair_size', file(front), file(back, { width: 1440 })],
    ['pair_duration', file(front), file(back, { frames: 302, seconds: 302 / 30 })],
    ['pair_duration', file(front), file(back, { frames: 200, seconds: 200 / 30 })],
  ])('rejects a pair with %s', (problem, one, other) => expect(pairProblem(one, other)).toBe(problem))

  it('accepts a pair in which a file has no video track', () =>
    expect(pairProblem(file(front), { name: back, tracks: [sound] })).toBeUndefined())
})
