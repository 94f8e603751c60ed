import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asObject } from '~/model/objects'
import { gradeOf } from '~/model/video/depth-report'
import { findFfmpeg } from '~/scripts/system-packages'
import { needsFfmpeg } from '../support/process/needs'
import { engineModes, requestOf } from '../support/video/engine-request'
import { askEngine, referenceEngine } from '../support/video/engine-run'
import { newFolder, psnr } from '../support/video/sphere-material'
import {
  bareRoom,
  furnishedRoom,
  makeRoomFilm,
  type Scene,
  type Solid,
} from '../support/video/sphere-material-room'

const folder = newFolder('engine-depth')
const [width, rate, frames] = [640, 30, 9]
const limit = 60_000
/** The frame without the poles, where both eyes have no disparity. */
const part = `crop=${width}:${width * 0.44}:0:${width * 0.03}`

const filmRoom = async (name: string, scene: Scene) => {
  const film = { scene, width, rate, frames }
  return {
    left: await makeRoomFilm(join(folder, `${name}-left.mp4`), film),
    right: await makeRoomFilm(join(folder, `${name}-right.mp4`), { ...film, aside: 0.064 }),
  }
}

const makeStereo = async (input: string, mode: string, cameraHeight?: number) => {
  const output = join(folder, 'stereo.mp4')
  const size = { width, height: width / 2, framerate: rate, duration: frames / rate }
  const run = await askEngine(
    referenceEngine,
    JSON.stringify(requestOf(folder, input, { mode, output, ...size, cameraHeight })),
  )
  expect(run.code, run.errors).toBe(0)
  const { quality } = asObject(run.lines.at(-1)?.result)
  return {
    output,
    fellBack: Number(/(\d+) % of the depth fell back/.exec(run.errors)?.[1]),
    quality: asObject(quality),
    log: run.errors,
  }
}

/** Similarity of the engine's right eye to the true one, in dB. */
const likeness = (output: string, right: string, where = part) =>
  psnr(output, right, `crop=${width}:${width / 2}:0:${width / 2},${where}`, where)

describe('right eye in a rendered room', () => {
  let room: Awaited<ReturnType<typeof filmRoom>>
  beforeAll(async () => {
    if (findFfmpeg()) room = await filmRoom('room', furnishedRoom)
  }, limit)
  beforeEach(needsFfmpeg)

  it(
    'every mode is closer to the true right eye than a copy of the left, motion the closest',
    async () => {
      const copy = await psnr(room.left, room.right, part)
      const found: Record<string, number> = {}
      for (const mode of engineModes)
        found[mode] = await likeness((await makeStereo(room.left, mode)).output, room.right)
      expect(found.fast).toBeGreaterThan(copy + 2)
      expect(found['accurate.image']).toBeCloseTo(found.fast ?? 0, 5)
      expect(found['accurate.video']).toBeGreaterThan((found.fast ?? 0) + 1.5)
    },
    limit,
  )

  it(
    'measures depth from motion over most of the room and reports the share',
    async () => {
      const { fellBack, quality } = await makeStereo(room.left, 'accurate.video')
      expect(fellBack).toBeLessThan(35)
      expect(quality.measured).toBeCloseTo(1 - fellBack / 100, 2)
      expect(gradeOf({ measured: Number(quality.measured) })).toBe('good')
      expect((await makeStereo(room.left, 'fast')).quality).toEqual({
        ...{ measured: 0, cause: 'assumed', cameraHeight: 1.5 },
      })
    },
    limit,
  )
})

describe('camera height', () => {
  beforeEach(needsFfmpeg)
  /** Below the horizon: walls and the ceiling have no part in the ground's depth. */
  const ground = `crop=${width}:${width * 0.16}:0:${width * 0.28}`
  /** The furnished room with its floor and everything on it lower, as a camera on a mast sees it. */
  const highRoom = (height: number): Scene => {
    const lower = ([x, y, z]: Solid['low']): Solid['low'] => [x, y <= -1.6 ? -height : y, z]
    return { ...furnishedRoom, solids: furnishedRoom.solids.map(each => ({ ...each, low: lower(each.low) })) }
  }

  it.each(['fast', 'accurate.video'])(
    'the true camera height of 3 m gives a right eye closer to the true one than the assumed height: %s',
    async mode => {
      const { left, right } = await filmRoom('high', highRoom(3))
      const assumed = await makeStereo(left, mode)
      const wrong = await likeness(assumed.output, right, ground)
      const stated = await makeStereo(left, mode, 3)
      expect(await likeness(stated.output, right, ground)).toBeGreaterThan(wrong + 1)
      expect([assumed.quality.cameraHeight, stated.quality.cameraHeight]).toEqual([1.5, 3])
      expect(assumed.log).toContain('The camera is assumed 1.5 m above the ground.')
      expect(stated.log).toContain('The camera is 3 m above the ground, as ordered.')
      // Images show proportions only: the height changes no measurement.
      expect(stated.quality.measured).toBe(assumed.quality.measured)
    },
    limit,
  )

  it(
    'the assumed camera height as a stated one gives the same bytes',
    async () => {
      const { left } = await filmRoom('still', { ...furnishedRoom, speed: [0, 0, 0] })
      const first = readFileSync((await makeStereo(left, 'accurate.video')).output)
      expect(readFileSync((await makeStereo(left, 'accurate.video', 1.5)).output).equals(first)).toBe(true)
    },
    limit,
  )
})

describe('fallback without motion', () => {
  beforeEach(needsFfmpeg)
  const still = { ...furnishedRoom, speed: [0, 0, 0] } as const

  it.each([
    ['walls without texture', 'bare', bareRoom, 'plain'],
    ['a camera that stands still', 'still', still, 'still'],
  ])(
    'falls back to level ground for %s',
    async (_what, name, scene, cause) => {
      const { left } = await filmRoom(name, scene)
      const { output, fellBack, quality } = await makeStereo(left, 'accurate.video')
      expect(quality.cause).toBe(cause)
      expect(fellBack).toBeGreaterThan(95)
      const fast = join(folder, 'fast.mp4')
      const size = { width, height: width / 2, framerate: rate, duration: frames / rate }
      await askEngine(referenceEngine, JSON.stringify(requestOf(folder, left, { output: fast, ...size })))
      expect(await psnr(output, fast)).toBeGreaterThan(40)
    },
    limit,
  )
})
