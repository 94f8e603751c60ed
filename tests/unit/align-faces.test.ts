import { describe, expect, it } from 'vitest'
import { alignFaces } from '~/engine/depth-model/align-faces'
import { faceCells } from '~/engine/depth-model/face-frames'
import { cellFrame, directions } from '~/engine/directions'
import { cells, columns, latitudeOf, prior, rows } from '~/engine/sphere-grid'

const direction = (at: number, axis: number) => directions[at * cellFrame + axis] ?? 0

/** Inverse distances of a hall: level ground, walls 6 m away, a ceiling 3 m above. */
const hall = Float32Array.from({ length: cells }, (_, at) => {
  const [x, y, z] = [direction(at, 0), direction(at, 1), direction(at, 2)]
  return Math.max(Math.abs(x) / 6, Math.abs(z) / 6, y / 3, -y / 1.5)
})

/** The depth that a model estimates: each face has its own scale and shift. */
const told = (scales: readonly number[], shifts: readonly number[]) =>
  faceCells.map(({ at, cosine }, face) =>
    Float32Array.from(
      at,
      (cell, index) => ((hall[cell] ?? 0) / (cosine[index] ?? 1)) * (scales[face] ?? 1) + (shifts[face] ?? 0),
    ),
  )

const ground = {
  inverse: prior,
  trust: Float32Array.from({ length: cells }, (_, at) => {
    const latitude = latitudeOf(Math.floor(at / columns), rows)
    return latitude > -1.1 && latitude < -0.25 ? 0.3 : 0
  }),
}

/** The largest difference between row neighbours that the true depth does not have. */
const worstSeam = (found: Float32Array) => {
  let worst = 0
  for (let at = 1; at < cells; at += 1) {
    const step = (found[at] ?? 0) - (found[at - 1] ?? 0)
    const truth = (hall[at] ?? 0) - (hall[at - 1] ?? 0)
    if (at % columns) worst = Math.max(worst, Math.abs(step - truth))
  }
  return worst
}

const worstError = (found: Float32Array) =>
  found.reduce((worst, value, at) => Math.max(worst, Math.abs(value - (hall[at] ?? 0))), 0)

describe('alignment of cube faces', () => {
  it('converts the faces to metres by the ground, whatever the scale of the model', () => {
    const found = alignFaces(told(Array(6).fill(40), Array(6).fill(-7)), ground)
    expect(worstError(found ?? new Float32Array(cells))).toBeLessThan(0.02)
  })

  it('aligned faces have no seams when each has its own scale', () => {
    const found = alignFaces(told([40, 36, 44, 42, 38, 41], [-7, -6, -8, -7.5, -6.5, -7]), ground)
    expect(worstSeam(found ?? new Float32Array(cells))).toBeLessThan(0.01)
    expect(worstError(found ?? new Float32Array(cells))).toBeLessThan(0.1)
  })

  it('rejects faces that contradict the ground or are constant', () => {
    expect(alignFaces(told(Array(6).fill(-40), Array(6).fill(0)), ground)).toBeUndefined()
    expect(alignFaces(told(Array(6).fill(0), Array(6).fill(5)), ground)).toBeUndefined()
  })
})
