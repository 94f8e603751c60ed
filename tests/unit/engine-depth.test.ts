import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asObject } from '~/model/objects'
import { gradeOf } from '~/model/video/depth-report'
import { findFfmpeg } from '~/scripts/system-packages'
import { needsFfmpeg } from '../support/process/needs'
import { engineModes, requestOf } from '../support/video/engine-request'
import { askEngine, referenceEngine } from '../support/video/engine-run'
import { newFolder, psnr } from '../support/video/sphere-material'
import { bareRoom, furnishedRoom, makeRoomFilm, type Scene } from '../support/video/sphere-material-room'

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

const makeStereo = async (input: string, mode: string) => {
  const output = join(folder, 'stereo.mp4')
  const size = { width, height: width / 2, framerate: rate, duration: frames / rate }
  const run = await askEngine(
    referenceEngine,
    JSON.stringify(requestOf(folder, input, { mode, output, ...size })),
  )
  expect(run.code, run.errors).toBe(0)
  const { quality } = asObject(run.lines.at(-1)?.result)
  return {
    output,
    fellBack: Number(/(\d+) % of the depth fell back/.exec(run.errors)?.[1]),
    quality: asObject(quality),
  }
}

/** Similarity of the engine's right eye to the true one, in dB. */
const likeness = (output: string, right: string) =>
  psnr(output, right, `crop=${width}:${width / 2}:0:${width / 2},${part}`, part)

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
      expect((await makeStereo(room.left, 'fast')).quality).toEqual({ measured: 0, cause: 'assumed' })
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
