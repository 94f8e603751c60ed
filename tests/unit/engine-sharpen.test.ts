import { describe, expect, it } from 'vitest'
import { createSharpening } from '~/engine/sharpen'
import { cells, columns, latitudeOf, prior, rows } from '~/engine/sphere-grid'

/** A camera that moves 5 cm ahead, backwards in time, and what it shows to the left and right of the direction of travel. */
const motion = { turn: [0, 0, 0], metres: [0, 0, 0.05] }
const [near, far] = [0.8, 0.2]

/** A near pillar to the right of the camera, over these columns; the wall behind it is far. */
const pillar = { from: 380, to: 400 }
const isPillar = (column: number) => column >= pillar.from && column < pillar.to

/** An irregular texture of the wall or of the pillar, at a place that may lie between two columns. */
const textureAt = (row: number, column: number, seed: number) =>
  128 +
  40 * Math.sin(column * 1.1 + seed + row * 0.7) +
  30 * Math.sin(column * 0.43 + row * 0.31 + 2 * seed) +
  20 * Math.sin(column * 2.1 - row * 0.23 + seed)

/** Where a cell of this depth was in the other frame: shifted to the left or right along the horizon. */
const shiftOf = (row: number, column: number, inverse: number) => {
  const longitude = ((column + 0.5) / columns - 0.5) * 2 * Math.PI
  return (-0.05 * Math.sin(longitude) * inverse * columns) / (2 * Math.PI * Math.cos(latitudeOf(row, rows)))
}

const frame = (isOther: boolean) =>
  Uint8Array.from({ length: cells }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns]
    const moved = (inverse: number) => (isOther ? column - shiftOf(row, column, inverse) : column)
    const onPillar = moved(near)
    return isPillar(Math.round(onPillar)) ? textureAt(row, onPillar, 5) : textureAt(row, moved(far), 1)
  })

/** Depth as flow measures it: from the near to the far side over many columns. */
const blurred = Float32Array.from({ length: cells }, (_, at) => {
  const column = at % columns
  const beyond = Math.max(pillar.from - 4 - column, column - pillar.to - 3, 0)
  return Math.max(near + (far - near) * Math.min(beyond / 10, 1), prior[at] ?? 0)
})

const row = 100
const rowOf = (values: Float32Array) => values.subarray(row * columns, (row + 1) * columns)
const isSame = (a: Float32Array, b: Float32Array) => Buffer.from(a.buffer).equals(Buffer.from(b.buffer))
const isNear = (value: number) => value > (near + far) / 2

describe('edges of near things', () => {
  it('sharpens the edges of a near thing to where the image has them', () => {
    const sharp = rowOf(createSharpening()(blurred, motion, frame(false), frame(true)))
    const widthOf = (values: Float32Array) => values.filter(isNear).length
    expect(widthOf(rowOf(blurred))).toBeGreaterThan(32)
    expect(Math.abs(widthOf(sharp) - (pillar.to - pillar.from))).toBeLessThanOrEqual(3)
    for (const [column, value] of sharp.entries()) {
      if (Math.abs(column - pillar.from) < 3 || Math.abs(column - pillar.to) < 3) continue
      if (column < 340 || column > 440) continue
      expect(isNear(value), `column ${column}`).toBe(isPillar(column))
    }
  })

  it('depth stays as it is where the camera does not move', () => {
    const still = { turn: [0, 0, 0], metres: [0, 0, 0.001] }
    expect(isSame(createSharpening()(blurred, still, frame(false), frame(true)), blurred)).toBe(true)
  })

  it('depth stays as it is without edges', () => {
    expect(isSame(createSharpening()(prior, motion, frame(false), frame(true)), prior)).toBe(true)
  })

  it('sharpened depth is never behind the ground', () => {
    const sharp = createSharpening()(blurred, motion, frame(false), frame(true))
    expect(sharp.every((value, at) => value >= (prior[at] ?? 0))).toBe(true)
  })
})
