import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineModes, requestOf } from '~/tests/support/video/engine-request'
import { askEngine, referenceEngine } from '~/tests/support/video/engine-run'
import { ffmpeg, makeClip } from '~/tests/support/video/sphere-material'
import { median } from './load'
import type { Row } from './report'

const [width, height] = [1920, 960]
const [rate, seconds, rounds] = [30, 2, 3]

/** Displacement map of a flat ground for ffmpeg's `displace`: 128 plus the shift in whole pixels. */
const makeMap = async (path: string) => {
  const pixels = 'min(27,W/2/PI*0.043*tan((Y+0.5-H/2)/H*PI))'
  const source = ['-f', 'lavfi', '-i', `color=gray:s=${width}x${height}`]
  await ffmpeg(
    ...source,
    '-vf',
    `format=gray,geq=lum='128+if(gt(Y,H/2),${pixels},0)'`,
    '-frames:v',
    '1',
    path,
  )
  return path
}

const twoEyes = '[l][r]vstack[v]'
const encoding = [
  '-map',
  '[v]',
  '-map',
  '0:a?',
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-crf',
  '18',
  '-c:a',
  'copy',
]

/** The same depth with ffmpeg's own filter. */
const displaceGraph = [
  '[0:v]split[l][s];[1:v]format=gray,split=3[a][b0][c0]',
  '[b0]lut=y=128+(val-128)/2,scale=iw/2:ih/2[b];[c0]lut=y=128+(val-128)/2,scale=iw/2:ih/2[c]',
  '[a][b][c]mergeplanes=0x001020:yuv420p,split[x][xx];[xx]lutyuv=y=128:u=128:v=128[y]',
  `[s][x][y]displace=edge=wrap[r];${twoEyes}`,
].join(';')

const rateOf = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (rate * seconds) / ((performance.now() - start) / 1000)
}

const contestants = (folder: string, input: string, map: string) => {
  const output = join(folder, 'out.mp4')
  const engine = (mode: string) => async () => {
    const request = requestOf(folder, input, {
      mode,
      width,
      height,
      framerate: rate,
      duration: seconds,
      output,
    })
    const run = await askEngine(referenceEngine, JSON.stringify(request))
    if (run.code !== 0) throw new Error(run.errors)
  }
  const copy = `[0:v]split[l][r];${twoEyes}`
  return {
    ...Object.fromEntries(engineModes.map(mode => [mode, engine(mode)])),
    displace: () => ffmpeg('-i', input, '-i', map, '-filter_complex', displaceGraph, ...encoding, output),
    copy: () => ffmpeg('-i', input, '-filter_complex', copy, ...encoding, output),
  }
}

/** Measures in alternating rounds, so that other load of the machine affects all equally. */
const measure = async (all: Readonly<Record<string, () => Promise<unknown>>>) => {
  const rates: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round += 1)
    for (const [name, work] of Object.entries(all)) {
      rates[name] = [...(rates[name] ?? []), await rateOf(work)]
    }
  return Object.fromEntries(Object.entries(rates).map(([name, values]) => [name, median(values)]))
}

/** Frames per second of the whole process, compared with ffmpeg alone. */
export async function* engine(): AsyncGenerator<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'vecto-engine-'))
  try {
    const input = await makeClip(join(folder, 'in.mp4'), { size: `${width}x${height}`, rate, seconds })
    const rates = await measure(contestants(folder, input, await makeMap(join(folder, 'map.png'))))
    const unit = 'frames/s'
    for (const mode of engineModes) yield { what: `${mode}, 1920 × 960`, value: rates[mode] ?? 0, unit }
    yield { what: 'ffmpeg alone: displace, whole pixels', value: rates.displace ?? 0, unit }
    yield { what: 'ffmpeg alone: the same eye twice', value: rates.copy ?? 0, unit }
    yield {
      what: 'fast takes, of the time of displace',
      value: (rates.displace ?? 0) / (rates.fast ?? 1),
      unit: '×',
      most: 1.5,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
