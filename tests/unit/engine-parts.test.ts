import { describe, expect, it } from 'vitest'
import { createTally, flowError } from '~/engine/depth'
import { createFaceFrames } from '~/engine/depth-model/face-frames'
import { cells, columns, rows } from '~/engine/sphere-grid'

type Seen = Parameters<ReturnType<typeof createTally>['add']>[0]

const all = (value: number) => new Float32Array(cells).fill(value)
/** One from the top row to this row, zero below. */
const above = (row: number) => new Float32Array(cells).fill(1, 0, row * columns)
const moving = 2 * flowError
/** A fully measured frame, with overrides. */
const frame = (seen: Partial<Seen> = {}): Seen => ({
  ...{ trust: all(1), texture: all(1), speed: 1, shift: moving, ground: 1 },
  ...seen,
})
const reportOf = (frames: readonly Partial<Seen>[], unseen = 0) => {
  const tally = createTally()
  for (let count = 0; count < unseen; count += 1) tally.unseen()
  for (const each of frames) tally.add(frame(each))
  return tally.report()
}

const still = { shift: moving * 0.99 }
const carried = { speed: 0.24 }
const plain = { texture: all(0) }

describe('measured depth of a video', () => {
  it('the measured depth is zero without frames', () => {
    expect(createTally().report().measured).toBe(0)
  })

  it.each([
    ['all of one frame', [{}], 0, 1],
    ['half of each', [{ trust: all(0.5) }, { trust: all(0.5) }], 0, 0.5],
    ['all of one of two', [{}, { trust: all(0) }], 0, 0.5],
    ['all but the first frame, which has none before it', [{}, {}, {}], 1, 0.75],
    ['none', [{ trust: all(0) }], 3, 0],
  ] as const)('the measured depth is the mean of the frames: %s', (_what, frames, unseen, measured) => {
    expect(reportOf(frames, unseen).measured).toBeCloseTo(measured, 6)
  })

  it('weighs each cell by its area on the sphere: the top third of the rows is a quarter', () => {
    const row = Math.round(rows / 3)
    const area = (1 - Math.sin((0.5 - row / rows) * Math.PI)) / 2
    expect(reportOf([{ trust: above(row) }]).measured).toBeCloseTo(area, 4)
    expect(area).toBeCloseTo(0.25, 2)
    expect(reportOf([{ trust: above(rows / 2) }]).measured).toBeCloseTo(0.5, 6)
  })

  it('reports the measured depth while frames are still added', () => {
    const tally = createTally()
    tally.add(frame())
    expect(tally.report().measured).toBeCloseTo(1, 6)
    tally.unseen()
    expect(tally.report().measured).toBeCloseTo(0.5, 6)
  })
})

describe('cause of missing depth', () => {
  it.each([
    ['unclear when nothing is missing', [{}], 'unclear'],
    ['plain when there is no texture', [plain], 'plain'],
    ['plain when half of a frame has no texture', [{ texture: above(rows / 2) }], 'plain'],
    ['unclear when less than half of a frame has no texture', [{ texture: above(rows / 2 + 2) }], 'unclear'],
    ['still when the frame hardly shifts', [still], 'still'],
    ['unclear when the frame shifts just enough', [{ shift: moving }], 'unclear'],
    ['carried when the frame shifts and the camera does not move', [carried], 'carried'],
    ['unclear when the camera moves 0.25 m/s', [{ speed: 0.25 }], 'unclear'],
    ['carried when half of the ground is plausible', [{ ground: 0.5 }], 'carried'],
    ['unclear when more than half of the ground is plausible', [{ ground: 0.51 }], 'unclear'],
    ['the cause of half of the frames', [still, {}], 'still'],
    ['unclear when fewer than half of the frames share a cause', [still, {}, {}], 'unclear'],
    ['plain rather than still', [{ ...plain, ...still }], 'plain'],
    ['still rather than carried', [still, carried], 'still'],
  ] as const)('the cause of missing depth is %s', (_what, frames, cause) => {
    expect(reportOf(frames).cause).toBe(cause)
  })

  it('ignores frames without a previous one when determining the cause', () => {
    expect(reportOf([still], 9).cause).toBe('still')
    expect(reportOf([], 1)).toEqual({ measured: 0, cause: 'unclear' })
  })
})

const means = [0.485, 0.456, 0.406]
const deviations = [0.229, 0.224, 0.225]
type Colour = readonly [luma: number, blueness: number, redness: number]
const [black, white]: readonly [Colour, Colour] = [
  [16, 128, 128],
  [235, 128, 128],
]

/** A yuv420p frame; the colour of a pixel is a function of its position, from 0 to 1. */
const picture = (width: number, height: number, colourAt: (x: number, y: number) => Colour) => {
  const plane = (index: 0 | 1 | 2, across: number, down: number) =>
    Array.from(
      { length: across * down },
      (_, at) => colourAt(((at % across) + 0.5) / across, (Math.floor(at / across) + 0.5) / down)[index],
    )
  const [half, low] = [width / 2, height / 2]
  return Uint8Array.from([...plane(0, width, height), ...plane(1, half, low), ...plane(2, half, low)])
}

const facesOf = (colourAt: (x: number, y: number) => Colour, [width, height] = [64, 32], face = 5) =>
  createFaceFrames(width ?? 64, height ?? 32, face)(picture(width ?? 64, height ?? 32, colourAt))

/** The red, green and blue of a pixel, from 0 to 1; by default of the centre. */
const colourIn = (face: Float32Array | undefined, at = 12, pixels = 25) =>
  [0, 1, 2].map(
    channel => (face?.[channel * pixels + at] ?? 0) * (deviations[channel] ?? 0) + (means[channel] ?? 0),
  )

const expectColour = (found: readonly number[], expected: readonly number[], digits = 5) => {
  for (const [channel, value] of expected.entries()) expect(found[channel]).toBeCloseTo(value, digits)
}

describe('cube faces for the depth model', () => {
  it('a frame becomes six square faces of three channels', () => {
    expect(facesOf(() => black).map(face => face.length)).toEqual([75, 75, 75, 75, 75, 75])
  })

  it.each([
    ['black', black, [0, 0, 0]],
    ['white', white, [1, 1, 1]],
    ['grey', [126, 128, 128], [110 / 219, 110 / 219, 110 / 219]],
    ['red, of BT.709', [63, 102, 240], [1, 0, 0]],
    ['blue, of BT.709', [32, 240, 118], [0, 0, 1]],
  ] as const)('converts colours of the frame to RGB on all faces: %s', (_name, colour, expected) => {
    for (const face of facesOf(() => colour))
      for (let at = 0; at < 25; at += 1) expectColour(colourIn(face, at), expected, 2)
  })

  it.each([
    ['ahead', (x: number) => Math.abs(x - 0.5) < 0.125, 0],
    ['to the right', (x: number) => Math.abs(x - 0.75) < 0.125, 1],
    ['behind, across both edges of the frame', (x: number) => Math.abs(x - 0.5) > 0.375, 2],
    ['to the left', (x: number) => Math.abs(x - 0.25) < 0.125, 3],
  ] as const)('a cube face looks %s', (_where, isLit, lit) => {
    const middles = facesOf((x, y) => (isLit(x) && Math.abs(y - 0.5) < 0.25 ? white : black)).map(face =>
      colourIn(face).map(value => value > 0.5),
    )
    expect(middles).toEqual(Array.from({ length: 6 }, (_, face) => Array(3).fill(face === lit)))
  })

  it.each([
    ['up', (y: number) => y < 0.25, 4],
    ['down', (y: number) => y > 0.75, 5],
  ] as const)('a cube face looks %s', (_where, isLit, lit) => {
    const middles = facesOf((_x, y) => (isLit(y) ? white : black)).map(face => (colourIn(face)[0] ?? 0) > 0.5)
    expect(middles).toEqual(Array.from({ length: 6 }, (_, face) => face === lit))
  })

  it('a cube face shows the sky above and the ground below', () => {
    const [ahead] = facesOf((_x, y) => (y < 0.5 ? white : black))
    expectColour(colourIn(ahead, 2), [1, 1, 1])
    expectColour(colourIn(ahead, 22), [0, 0, 0])
  })

  it.each([
    ['as wide as needed', 20],
    ['sixteen times wider', 288],
    ['narrower', 12],
  ])('cube faces keep left and right for a frame that is %s', (_what, width) => {
    const [ahead, , behind] = facesOf(x => (x > 0.5 ? white : black), [width, width / 2])
    const sides = [ahead, behind].map(face =>
      [10, 14].map(at => Math.round(colourIn(face, at)[0] ?? 0) === 1),
    )
    expect(sides).toEqual([
      [false, true],
      [true, false],
    ])
  })
})
