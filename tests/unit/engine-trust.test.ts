import { describe, expect, it } from 'vitest'
import { seenDepth } from '~/engine/depth'
import { cellFrame, directions } from '~/engine/directions'
import { type AngularFlow, cameraMotion } from '~/engine/motion'
import { cells, textureTrust } from '~/engine/sphere-grid'

const [turn, metres] = [
  [0.01, -0.02, 0.005],
  [0.02, 0.01, 0.1],
]
const truth = Float32Array.from({ length: cells }, (_, at) => 0.2 + 0.1 * Math.sin(at / 700))

const part = (vector: readonly number[], k: number) =>
  vector.reduce((sum, value, axis) => sum + value * (directions[k + axis] ?? 0), 0)

/** The optical flow that a camera with this rotation and translation sees. */
const flow: AngularFlow = {
  right: truth.map(
    (inverse, at) => part(turn, at * cellFrame + 6) + inverse * part(metres, at * cellFrame + 3),
  ),
  up: truth.map(
    (inverse, at) => -part(turn, at * cellFrame + 3) + inverse * part(metres, at * cellFrame + 6),
  ),
}
const all = (value: number) => new Float32Array(cells).fill(value)
/** A cell at 90° to the direction of travel, on the horizon: it shifts most. */
const beside = 128 * 512 + 384

describe('camera motion', () => {
  it('estimates rotation and translation although a part of the frame moves independently', () => {
    const odd = { right: flow.right.map((value, at) => (at % 512 < 60 ? 0.03 : value)), up: flow.up }
    for (const seen of [flow, odd]) {
      const motion = cameraMotion(seen, truth)
      for (const axis of [0, 1, 2]) {
        expect(motion.turn[axis]).toBeCloseTo(turn[axis] ?? 0, 2)
        expect(motion.metres[axis]).toBeCloseTo(metres[axis] ?? 0, 2)
      }
    }
  })
})

describe('depth from motion', () => {
  it('depth from motion is accurate and trusted where there is texture', () => {
    const depth = seenDepth(flow, { turn, metres }, all(1))
    expect(depth.inverse[beside]).toBeCloseTo(truth[beside] ?? 0, 4)
    expect(depth.trust[beside]).toBeGreaterThan(0.9)
  })

  it.each([
    ['there is no texture', flow, metres, 0],
    ['the camera does not move', flow, [0, 0, 0], 1],
    [
      'the flow does not match the camera motion',
      { ...flow, up: flow.up.map(value => value + 0.1) },
      metres,
      1,
    ],
  ])('depth from motion is not trusted where %s', (_what, seen, moved, texture) =>
    expect(seenDepth(seen, { turn, metres: moved }, all(texture)).trust[beside]).toBeLessThan(0.2),
  )
})

describe('texture trust', () => {
  it('texture trust is high where the brightness varies', () => {
    const half = Uint8Array.from({ length: cells }, (_, at) => (at % 512 < 256 ? 128 : (at * 7919) % 251))
    const trust = textureTrust(half)
    expect(trust[128 * 512 + 128]).toBe(0)
    expect(trust[128 * 512 + 384]).toBeGreaterThan(0.9)
  })
})
