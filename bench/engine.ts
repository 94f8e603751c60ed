import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encoderArgs } from '~/engine/video'
import { keysOf } from '~/model/objects'
import { trimmedVideo } from '~/server/video/transcode'
import { requestOf } from '~/tests/support/video/engine-request'
import { referenceEngine } from '~/tests/support/video/engine-run'
import { ffmpeg, ffmpegPath, makeClip } from '~/tests/support/video/sphere-material'
import { writeTinyDepthModel } from '~/tests/support/video/tiny-depth-model'
import { median } from './load'
import { type Cost, costOf } from './process-tree'
import type { Row } from './report'

const rate = 30

/** Size of one eye, and the number of frames. */
type Format = {
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly rounds: number
}

const formats: readonly Format[] = [
  { width: 1920, height: 960, frames: 120, rounds: 3 },
  { width: 3840, height: 1920, frames: 60, rounds: 3 },
  { width: 5760, height: 2880, frames: 16, rounds: 2 },
]

/** All processes of the engine together, at the largest size. */
const mostMb = 1200

/** Displacement map of level ground for ffmpeg's `displace`: 128 plus the shift in whole pixels. */
const makeMap = async (path: string, { width, height }: Format) => {
  const pixels = `min(${Math.round(width / 71)},${width}/2/PI*0.043*tan((Y+0.5-H/2)/H*PI))`
  const column = `format=gray,geq=lum='128+if(gt(Y,H/2),${pixels},0)'`
  const source = ['-f', 'lavfi', '-i', `color=gray:s=16x${height}`]
  await ffmpeg(...source, '-vf', `${column},scale=${width}:${height}:flags=neighbor`, '-frames:v', '1', path)
  return path
}

const twoEyes = '[l][r]vstack[v]'

/** The same depth with ffmpeg's own filter. */
const displaceGraph = [
  '[0:v]split[l][s];[1:v]format=gray,split=3[a][b0][c0]',
  '[b0]lut=y=128+(val-128)/2,scale=iw/2:ih/2[b];[c0]lut=y=128+(val-128)/2,scale=iw/2:ih/2[c]',
  '[a][b][c]mergeplanes=0x001020:yuv420p,split[x][xx];[xx]lutyuv=y=128:u=128:v=128[y]',
  `[s][x][y]displace=edge=wrap[r];${twoEyes}`,
].join(';')

const contestants = (folder: string, format: Format, input: string, map: string) => {
  const { width, height, frames } = format
  const output = join(folder, 'out.mp4')
  const engine = (mode: string, more: object = {}) => {
    const size = { width, height, framerate: rate, duration: frames / rate }
    return () =>
      costOf(referenceEngine, JSON.stringify(requestOf(folder, input, { mode, ...size, output, ...more })))
  }
  const alone = (inputs: readonly string[], graph: string) => {
    const given = inputs.flatMap(path => ['-i', path])
    const maps = ['-map', '[v]', '-map', '0:a?']
    const encoding = [...encoderArgs(format), '-c:a', 'copy', '-movflags', '+faststart']
    const quiet = ['-nostdin', '-v', 'error', '-y']
    return () =>
      costOf([ffmpegPath(), ...quiet, ...given, '-filter_complex', graph, ...maps, ...encoding, output])
  }
  const depthModel = writeTinyDepthModel(join(folder, 'tiny.onnx'))
  return {
    fast: engine('fast'),
    displace: alone([input, map], displaceGraph),
    'accurate.video': engine('accurate.video'),
    copy: alone([input], `[0:v]split[l][r];${twoEyes}`),
    'accurate.video with a depth model': engine('accurate.video', { depthModel }),
  }
}
type Contestants = ReturnType<typeof contestants>
type Name = keyof Contestants

/** Measures in alternating rounds, so that other load of the machine affects all equally. */
const measure = async (all: Contestants, rounds: number) => {
  const costs: Partial<Record<Name, Cost[]>> = {}
  for (let round = 0; round < rounds; round += 1)
    for (const name of keysOf(all)) costs[name] = [...(costs[name] ?? []), await all[name]()]
  return (name: Name, value: (cost: Cost) => number) => median((costs[name] ?? []).map(value))
}

async function* rowsOf(folder: string, format: Format): AsyncGenerator<Row> {
  const { width, height, frames, rounds } = format
  const size = `${width} × ${height}`
  const clip = { size: `${width}x${height}`, rate, seconds: frames / rate, with: trimmedVideo }
  const input = await makeClip(join(folder, 'in.mp4'), clip)
  const all = contestants(folder, format, input, await makeMap(join(folder, 'map.png'), format))
  const found = await measure(all, rounds)
  const names = keysOf(all)
  for (const name of names)
    yield { what: `${name}, ${size}`, value: frames / found(name, cost => cost.seconds), unit: 'frames/s' }
  const seconds = (name: Name) => found(name, cost => cost.seconds)
  const share = (name: Name) => seconds('displace') / seconds(name)
  yield { what: `fast, of the speed of displace, ${size}`, value: share('fast'), unit: '×', least: 1 }
  const accurate = share('accurate.video')
  yield { what: `accurate.video, of the speed of displace, ${size}`, value: accurate, unit: '×', least: 0.7 }
  for (const name of names)
    yield {
      what: `CPU, ${name}, ${size}`,
      value: (1000 * found(name, cost => cost.cpu)) / frames,
      unit: 'ms/frame',
    }
  for (const name of names) {
    const limit = height === 2880 && (name === 'fast' || name === 'accurate.video') ? { most: mostMb } : {}
    yield { what: `memory, ${name}, ${size}`, value: found(name, cost => cost.mb), unit: 'MB', ...limit }
  }
}

/** Frames per second, CPU time and memory of whole programs: the engine, and ffmpeg alone with the same encoder. */
export async function* engine(): AsyncGenerator<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'vecto-engine-'))
  try {
    for (const format of formats) yield* rowsOf(folder, format)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
