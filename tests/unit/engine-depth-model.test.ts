import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asObject } from '~/model/objects'
import { findFfmpeg } from '~/scripts/system-packages'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { requestOf } from '../support/video/engine-request'
import { askEngine, referenceEngine } from '../support/video/engine-run'
import { newFolder, psnr } from '../support/video/sphere-material'
import { furnishedRoom, makeRoomFilm } from '../support/video/sphere-material-room'
import { writeTinyDepthModel } from '../support/video/tiny-depth-model'

const folder = newFolder('engine-depth-model')
const [width, rate, frames] = [640, 30, 9]
const limit = 60_000
/** The frame without the poles, where both eyes have no disparity. */
const part = `crop=${width}:${width * 0.44}:0:${width * 0.03}`
const model = writeTinyDepthModel(join(folder, 'tiny.onnx'))

const filmRoom = async (name: string, speed: readonly [number, number, number]) => {
  const film = { scene: { ...furnishedRoom, speed }, width, rate, frames, bluerIsNearer: true }
  return {
    left: await makeRoomFilm(join(folder, `${name}-left.mp4`), film),
    right: await makeRoomFilm(join(folder, `${name}-right.mp4`), { ...film, aside: 0.064 }),
  }
}

const ask = (input: string, mode: string, depthModel?: string) => {
  const size = { width, height: width / 2, framerate: rate, duration: frames / rate }
  return askEngine(
    referenceEngine,
    JSON.stringify(requestOf(folder, input, { mode, ...size, ...(depthModel && { depthModel }) })),
  )
}

const makeStereo = async (input: string, mode: string, depthModel?: string) => {
  const run = await ask(input, mode, depthModel)
  expect(run.code, run.errors).toBe(0)
  const { quality, engine, output } = asObject(run.lines.at(-1)?.result)
  return { output: String(output), quality: asObject(quality), method: asObject(engine).method }
}

/** Similarity of the engine's right eye to the true one, in dB. */
const likeness = (output: string, right: string) =>
  psnr(output, right, `crop=${width}:${width / 2}:0:${width / 2},${part}`, part)

describe('depth model', () => {
  let still: Awaited<ReturnType<typeof filmRoom>>
  let walking: Awaited<ReturnType<typeof filmRoom>>
  beforeAll(async () => {
    if (!findFfmpeg()) return
    still = await filmRoom('still', [0, 0, 0])
    walking = await filmRoom('walking', furnishedRoom.speed)
  }, limit)
  beforeEach(needsFfmpeg)

  it.each(['accurate.video', 'accurate.image'])(
    'a depth model improves the right eye when the camera stands still: %s',
    async mode => {
      const without = await likeness((await makeStereo(still.left, mode)).output, still.right)
      const { output, quality, method } = await makeStereo(still.left, mode, model)
      expect(await likeness(output, still.right)).toBeGreaterThan(without + 3)
      expect(quality.cause).toBe('estimated')
      expect(method).toMatch(/depth-model$/)
    },
    limit,
  )

  it('a depth model improves depth from motion and keeps its measured share', {
    ...long,
    timeout: limit,
  }, async () => {
    const without = await makeStereo(walking.left, 'accurate.video')
    const before = await likeness(without.output, walking.right)
    const { output, quality } = await makeStereo(walking.left, 'accurate.video', model)
    expect(await likeness(output, walking.right)).toBeGreaterThan(before)
    expect(Math.abs(Number(quality.measured) - Number(without.quality.measured))).toBeLessThan(0.1)
  })

  it(
    'a depth model does not change the fast mode',
    async () => {
      const { method, quality } = await makeStereo(still.left, 'fast', model)
      expect([method, quality]).toEqual(['floor-prior', { measured: 0, cause: 'assumed', cameraHeight: 1.5 }])
    },
    limit,
  )

  it('ignores a depth model with inverted depth', { ...long, timeout: limit }, async () => {
    const wrong = writeTinyDepthModel(join(folder, 'wrong.onnx'), { sign: -1 })
    const without = await likeness((await makeStereo(still.left, 'accurate.image')).output, still.right)
    const followed = await makeStereo(still.left, 'accurate.image', wrong)
    expect(await likeness(followed.output, still.right)).toBeCloseTo(without, 0)
  })

  it(
    'rejects an invalid or missing depth model, and one with another input size, by its path',
    async () => {
      const path = join(folder, 'text.onnx')
      writeFileSync(path, 'no model')
      for (const each of [
        path,
        join(folder, 'missing.onnx'),
        writeTinyDepthModel(join(folder, 'odd.onnx'), { size: 100 }),
      ]) {
        const { code, lines } = await ask(still.left, 'accurate.image', each)
        expect(code).toBe(1)
        expect(asObject(lines.at(-1)?.error)).toEqual({
          code: 'engine_failed',
          message: expect.stringContaining(each),
        })
      }
    },
    limit,
  )
})
