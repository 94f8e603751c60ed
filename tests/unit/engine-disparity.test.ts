import { describe, expect, it } from 'vitest'
import { type Depth, fuse, groundTrust } from '~/engine/depth'
import { solve } from '~/engine/motion'
import { cells, columns, latitudeOf, prior, rows } from '~/engine/sphere-grid'
import { createWarp, type DisparityMap, disparityAt, disparityMap, priorDisparity } from '~/engine/warp'

const degrees = Math.PI / 180

describe('disparity', () => {
  it('disparity corresponds to two eyes 64 mm apart', () => {
    expect(disparityAt(1 / 2, 0)).toBeCloseTo(0.032, 6)
    expect(disparityAt(1 / 4, -45 * degrees)).toBeCloseTo(0.016 / Math.SQRT1_2, 6)
  })

  it('disparity never exceeds two and a half degrees, whatever the depth', () => {
    for (const inverse of [0.7, 1, 2.5, 1e9])
      for (let latitude = -89; latitude < 90; latitude += 1) {
        const angle = disparityAt(inverse, latitude * degrees) * Math.cos(latitude * degrees)
        expect(angle).toBeLessThanOrEqual(2.5 * degrees + 1e-9)
      }
    const all = disparityMap(new Float32Array(cells).fill(1e6))
    expect(Math.max(...all.radians.slice((rows / 2) * columns, (rows / 2 + 1) * columns))).toBeCloseTo(
      2.5 * degrees,
      3,
    )
  })

  it('disparity of level ground grows towards the feet and fades at the poles', () => {
    const { radians } = priorDisparity(180)
    const below = (angle: number) => radians[89 + angle] ?? 0
    expect(below(45)).toBeCloseTo((0.064 / 1.5) * Math.tan(44.5 * degrees), 4)
    expect(below(60)).toBeGreaterThan(below(45))
    expect(below(85)).toBe(0)
    expect(radians[0]).toBe(0)
  })

  it.each([0.5, 1.5, 3, 6])(
    'disparity of level ground is in inverse proportion to a camera height of %d m',
    height => {
      const { radians } = priorDisparity(180, height)
      // 20° below the horizon the ground is this far away; nearer or farther than the limits, the disparity is that of the limit.
      const distance = height / Math.sin(19.5 * degrees)
      const angle = Math.min(0.064 / Math.min(distance, 12.5), 2.5 * degrees)
      expect(radians[89 + 20]).toBeCloseTo(angle / Math.cos(19.5 * degrees), 6)
      expect(disparityMap(prior, height).radians[rows * 0.75 * columns]).toBeCloseTo(
        disparityAt(prior[rows * 0.75 * columns] ?? 0, latitudeOf(rows * 0.75, rows), height),
        6,
      )
    },
  )

  it('twice the camera height halves the disparity of everything between the limits', () => {
    const inverse = new Float32Array(cells).fill(0.5)
    const [low, high] = [disparityMap(inverse, 1.5), disparityMap(inverse, 3)]
    const middle = (rows / 2) * columns
    expect(high.radians[middle]).toBeCloseTo((low.radians[middle] ?? 0) / 2, 6)
    const bytes = ({ radians }: DisparityMap) => Buffer.from(radians.buffer)
    expect(bytes(priorDisparity(180, 1.5)).equals(bytes(priorDisparity(180)))).toBe(true)
    expect(bytes(disparityMap(prior, 1.5)).equals(bytes(disparityMap(prior)))).toBe(true)
  })

  it.each([250, 0])(
    'shifts near columns to where the right eye sees them, in front of the background: from column %i',
    start => {
      const inverse = new Float32Array(cells)
      const from = (rows / 2) * columns
      inverse.fill(0.6, from + start, from + start + 10)
      const row = disparityMap(inverse).radians.subarray(from, from + columns)
      const near = disparityAt(0.6, 0)
      const moved = Math.round((near / (2 * Math.PI)) * columns)
      expect(moved).toBeGreaterThan(2)
      const places = Array.from({ length: 10 }, (_, index) => (start - moved + index + columns) % columns)
      for (const place of places) expect(row[place]).toBeCloseTo(near, 5)
      expect(row[(start - moved - 1 + columns) % columns]).toBeCloseTo(disparityAt(0, 0), 5)
      expect(Math.min(...row)).toBeGreaterThan(0)
    },
  )

  it('shows the edge of the background where only the right eye sees past a near thing', () => {
    const inverse = new Float32Array(cells)
    const from = (rows / 2) * columns
    inverse.fill(0.6, from + 250, from + 260)
    const { radians } = disparityMap(inverse)
    const cell = (2 * Math.PI) / columns
    const [near, far] = [disparityAt(0.6, 0) / cell, disparityAt(0, 0) / cell]
    // The last near column ends half a cell after 259 − near; the first one of the background is at 260 − far.
    const [first, end] = [Math.ceil(259.5 - near), Math.floor(260 - far)]
    expect(end - first).toBeGreaterThanOrEqual(1)
    for (let column = first; column <= end; column += 1)
      expect(column + (radians[from + column] ?? 0) / cell).toBeCloseTo(260, 4)
    expect((radians[from + end + 1] ?? 0) / cell).toBeCloseTo(far, 3)
  })

  it('stretches a gentle slope evenly', () => {
    const inverse = Float32Array.from({ length: cells }, (_, at) => {
      const column = at % columns
      return column < 200 ? 0.5 : Math.max(0.5 - 0.01 * (column - 200), 0.1)
    })
    const from = (rows / 2) * columns
    const row = disparityMap(inverse).radians.subarray(from, from + columns)
    const steps = Array.from({ length: 20 }, (_, k) => (row[210 + k] ?? 0) - (row[211 + k] ?? 0))
    for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 6)
    expect(steps[0]).toBeGreaterThan(0)
  })
})

describe('fusion of measured depth and prior', () => {
  const seen = (inverse: (at: number) => number, trust: number): Depth => ({
    inverse: Float32Array.from({ length: cells }, (_, at) => inverse(at)),
    trust: new Float32Array(cells).fill(trust),
  })
  const ground = (at: number) => prior[at] ?? 0

  it('weighs the measured depth by its trust', () => {
    const twice = (at: number) => 2 * ground(at) + 0.1
    const at = (rows - 60) * columns
    expect(fuse(seen(twice, 0)).inverse[at]).toBeCloseTo(ground(at), 6)
    expect(fuse(seen(twice, 1)).inverse[at]).toBeCloseTo(twice(at), 6)
    expect(fuse(seen(twice, 0.5)).inverse[at]).toBeCloseTo((ground(at) + twice(at)) / 2, 6)
  })

  it('never places a point behind the ground', () => {
    const { inverse } = fuse(seen(at => (at % 20 ? ground(at) : 0), 1))
    expect(inverse.every((value, at) => value >= ground(at) - 1e-6)).toBe(true)
  })

  it('ignores the measured depth when much of it lies behind the ground, as from a car', () => {
    expect(groundTrust(seen(ground, 0.9))).toBe(1)
    expect(groundTrust(seen(at => (at % 2 ? ground(at) : 0), 0.9))).toBe(0)
    expect(fuse(seen(at => (at % 2 ? 1 : 0), 0.9)).trust.every(trust => trust === 0)).toBe(true)
  })
})

describe('frame for the right eye', () => {
  const [width, height] = [64, 32]
  const ramp = Buffer.from(
    Array.from(
      { length: (width * height * 3) / 2 },
      (_, at) => (at % width) * 3 + 3 * Math.floor(at / width),
    ),
  )
  const shifted = (pixels: number) => ({
    columns: 1,
    rows: 1,
    radians: Float32Array.of((pixels / width) * 2 * Math.PI),
  })

  /** The planes of both eyes, one after the other: left above right. */
  const warped = (frame: Uint8Array, map: DisparityMap) => {
    const warp = createWarp(width, height, map.columns)
    warp.frame.set(frame)
    return Buffer.concat(
      warp.planes.flatMap(({ bytes, move }) => {
        const left = Buffer.from(bytes)
        move(map)
        return [left, bytes]
      }),
    )
  }

  it('the warp shifts the left image with subpixel interpolation', () => {
    const both = warped(ramp, shifted(2.5))
    expect(both.length).toBe(ramp.length * 2)
    expect(both.subarray(0, width * height)).toEqual(ramp.subarray(0, width * height))
    const right = both.subarray(width * height, 2 * width * height)
    expect([...right.subarray(10, 14)]).toEqual([10, 11, 12, 13].map(x => Math.floor((x + 2.5) * 3 + 0.5)))
  })

  it('the warp wraps around at the edge of the frame', () => {
    const right = warped(ramp, shifted(3)).subarray(width * height)
    expect([...right.subarray(width - 4, width)]).toEqual([189, 0, 3, 6])
    const between = warped(ramp, shifted(2.5)).subarray(width * height)
    expect([...between.subarray(width - 4, width)]).toEqual([188, 95, 2, 5])
  })

  it('the warp interpolates between columns of the disparity map, across the edge too', () => {
    const radians = Float32Array.of(0, 0, 0, (8 / width) * 2 * Math.PI)
    const right = warped(ramp, { columns: 4, rows: 1, radians }).subarray(width * height)
    // The first pixel's centre is 0.47 of the way from the first column's centre to that of the last.
    expect(right[0]).toBe(Math.round(0.469 * 8 * 3))
    expect(right[width / 2]).toBe((width / 2) * 3)
  })

  it('the warp shifts chroma by half as many pixels', () => {
    const colour = Buffer.from(ramp)
    for (let at = width * height; at < colour.length; at += 1) colour[at] = (at % (width / 2)) * 4
    const both = warped(colour, shifted(4))
    const blue = 2 * width * height
    expect(both[blue + 8]).toBe(32)
    expect(both[blue + (width * height) / 4 + 8]).toBe(40)
  })
})

describe('solve', () => {
  it('solves a system of equations and sets undetermined variables to zero', () => {
    expect([...solve(Float64Array.of(0, 2, 3, 1), Float64Array.of(4, 5))]).toEqual([1, 2])
    expect([...solve(Float64Array.of(2, 0, 0, 0), Float64Array.of(4, 0))]).toEqual([2, 0])
  })
})
