import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asObject } from '~/model/objects'
import { engineModes, requestOf } from '~/tests/support/video/engine-request'
import { askEngine, referenceEngine } from '~/tests/support/video/engine-run'
import { ffmpeg, psnr } from '~/tests/support/video/sphere-material'
import { furnishedRoom, makeRoomFilm, renderHidden } from '~/tests/support/video/sphere-material-room'
import { writeTinyDepthModel } from '~/tests/support/video/tiny-depth-model'
import { psnrByArea } from './hidden-areas'
import type { Row } from './report'

const [width, rate] = [1280, 30]
/** Frames of a short scene, and of one in which errors that add up would show. */
const [short, long] = [15, 120]
const height = width / 2
/** Rows without the poles, where neither eye sees depth. */
const [from, to] = [Math.round(height * 0.06), Math.round(height * 0.94)]
const part = `crop=${width}:${to - from}:0:${from}`

/** The left eye as input, and the true right eye as reference. */
type Scene = {
  readonly what: string
  readonly left: string
  readonly right: string
  readonly seconds: number
  /** Only modes without a depth model, unless one is given. */
  readonly plain?: true
  /** Per frame, which pixels of the right eye the left eye does not see; known of rendered rooms. */
  readonly hidden?: readonly Uint8Array[]
}

const drawn = async (
  folder: string,
  what: string,
  speed: readonly [number, number, number],
  frames = short,
): Promise<Scene> => {
  const film = { scene: { ...furnishedRoom, speed }, width, rate, frames, bluerIsNearer: true }
  const rightEye = { ...film, aside: 0.064 }
  return {
    what,
    left: await makeRoomFilm(join(folder, `${what}-left.mp4`), film),
    right: await makeRoomFilm(join(folder, `${what}-right.mp4`), rightEye),
    seconds: frames / rate,
    ...(frames === long
      ? { plain: true }
      : { hidden: Array.from({ length: frames }, (_, frame) => renderHidden(rightEye, frame)) }),
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
    plain: true,
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
    await drawn(folder, `drawn room, walking for ${long / rate} s`, furnishedRoom.speed, long),
    ...(photo ? [await photographed(folder, photo)] : []),
  ]
}

/** PSNR of the strips at near things that only the right eye sees, and of the rest. */
async function* byArea(
  { right, hidden }: Scene,
  what: string,
  path: string,
  filter: string,
): AsyncGenerator<Row> {
  if (!hidden) return
  const found = await psnrByArea({ path, filter }, right, hidden, { width, from, to })
  yield { what: `${what}, hidden strips`, value: found.hidden, unit: 'dB' }
  yield { what: `${what}, the rest`, value: found.rest, unit: 'dB' }
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
      const copy = `${scene.what}: the left eye again`
      yield { what: copy, value: await psnr(scene.left, scene.right, part), unit }
      yield* byArea(scene, copy, scene.left, 'null')
      for (const mode of engineModes)
        for (const used of mode === 'fast' || (scene.plain && !given) ? [undefined] : [undefined, model]) {
          const { output, rateOf } = await makeStereo(folder, scene, mode, used)
          const lower = `crop=${width}:${height}:0:${height}`
          const value = await psnr(output, scene.right, `${lower},${part}`, part)
          const what = `${scene.what}: ${mode}${used ? `, ${named}` : ''}`
          yield { what, value, unit }
          yield* byArea(scene, what, output, lower)
          yield { what: `${what}, speed`, value: rateOf, unit: 'frames/s' }
        }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
