import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asObject } from '~/model/objects'
import { engineModes, requestOf } from '~/tests/support/video/engine-request'
import { askEngine, referenceEngine } from '~/tests/support/video/engine-run'
import { ffmpeg, psnr } from '~/tests/support/video/sphere-material'
import { furnishedRoom, makeRoomFilm } from '~/tests/support/video/sphere-material-room'
import { writeTinyDepthModel } from '~/tests/support/video/tiny-depth-model'
import type { Row } from './report'

const [width, rate, frames] = [1280, 30, 15]
const height = width / 2
/** Crops the poles, where neither eye sees depth. */
const part = `crop=${width}:${height * 0.88}:0:${height * 0.06}`

/** The left eye as input, and the true right eye as reference. */
type Scene = {
  readonly what: string
  readonly left: string
  readonly right: string
  readonly seconds: number
  readonly photo?: true
}

const drawn = async (
  folder: string,
  what: string,
  speed: readonly [number, number, number],
): Promise<Scene> => {
  const film = { scene: { ...furnishedRoom, speed }, width, rate, frames, bluerIsNearer: true }
  return {
    what,
    left: await makeRoomFilm(join(folder, `${what}-left.mp4`), film),
    right: await makeRoomFilm(join(folder, `${what}-right.mp4`), { ...film, aside: 0.064 }),
    seconds: frames / rate,
  }
}

/** Converts a photograph with the left eye above the right one into a short video of each. */
const photographed = async (folder: string, path: string): Promise<Scene> => {
  const eye = async (name: string, top: string) => {
    const cut = `crop=iw:ih/2:0:${top},scale=${width}:${height},format=yuv420p`
    const film = join(folder, `${name}.mp4`)
    const still = ['-loop', '1', '-framerate', `${rate}`, '-i', path, '-frames:v', '3']
    await ffmpeg(...still, '-vf', cut, '-c:v', 'libx264', '-qp', '6', film)
    return film
  }
  const seconds = 3 / rate
  return {
    what: 'photograph',
    photo: true,
    left: await eye('photo-left', '0'),
    right: await eye('photo-right', 'ih/2'),
    seconds,
  }
}

const makeStereo = async (folder: string, { left, seconds }: Scene, mode: string, depthModel?: string) => {
  const size = { width, height, framerate: rate, duration: seconds }
  const request = requestOf(folder, left, { mode, ...size, ...(depthModel && { depthModel }) })
  const start = performance.now()
  const run = await askEngine(referenceEngine, JSON.stringify(request))
  if (run.code !== 0) throw new Error(run.errors)
  const rateOf = (seconds * rate) / ((performance.now() - start) / 1000)
  return { output: String(asObject(run.lines.at(-1)?.result).output), rateOf }
}

const scenesOf = async (folder: string): Promise<readonly Scene[]> => {
  const photo = process.env.DEPTH_PHOTO
  return [
    await drawn(folder, 'drawn room, walking', furnishedRoom.speed),
    await drawn(folder, 'drawn room, standing', [0, 0, 0]),
    ...(photo ? [await photographed(folder, photo)] : []),
  ]
}

/** PSNR of the generated right eye against the true one, in each mode, without and with a depth model. */
export async function* depth(): AsyncGenerator<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'vecto-depth-'))
  const given = process.env.DEPTH_MODEL
  const model = given ?? writeTinyDepthModel(join(folder, 'drawn.onnx'))
  const named = given ? 'the given model' : 'a model that knows the drawn room'
  try {
    for (const scene of await scenesOf(folder)) {
      const unit = 'dB'
      yield {
        what: `${scene.what}: the left eye again`,
        value: await psnr(scene.left, scene.right, part),
        unit,
      }
      for (const mode of engineModes)
        for (const used of mode === 'fast' || (scene.photo && !given) ? [undefined] : [undefined, model]) {
          const { output, rateOf } = await makeStereo(folder, scene, mode, used)
          const value = await psnr(output, scene.right, `crop=${width}:${height}:0:${height},${part}`, part)
          const what = `${scene.what}: ${mode}${used ? `, ${named}` : ''}`
          yield { what, value, unit }
          yield { what: `${what}, speed`, value: rateOf, unit: 'frames/s' }
        }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
