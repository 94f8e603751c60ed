import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lensTable, maskArgs, stitchPlan } from '~/server/video/stitch-plan'
import { ffmpeg, psnr } from '~/tests/support/video/sphere-material'
import { type LensPair, makeLensPair, makeSphere } from '~/tests/support/video/sphere-material-lenses'
import type { Row } from './report'

const width = 3840
const bitrate = 100
const frames = 10
const straight = lensTable.standard.front

type Films = Awaited<ReturnType<typeof makeLensPair>>

/** The baseline: v360's own blending of two lenses, which takes the back lens first. */
const plainArgs = ({ front, back }: Films, output: string) => [
  ...['-i', back, '-i', front, '-filter_complex'],
  `[0:v][1:v]hstack,v360=dfisheye:e:ih_fov=200:iv_fov=200:w=${width}:h=${width / 2}:interp=linear[v]`,
  ...['-map', '[v]', '-map', '1:a?', '-c:v', 'libx264', '-preset', 'veryfast', '-b:v', `${bitrate}M`, output],
]

const ourArgs = ({ front, back }: Films, mask: string, output: string) =>
  stitchPlan({
    front: { path: front, track: 0 },
    back: { path: back, track: 0 },
    lenses: lensTable.standard,
    ...{ width, bitrate, mask, output },
  }).args

/**
 * The largest step between two columns near the seam: the mean change of brightness over the middle rows, in levels. A
 * visible line is a step far above those of the image itself.
 */
const seamStep = async (path: string) => {
  const [columns, rows] = [128, 960]
  let most = 0
  for (const seam of [width / 4, (3 * width) / 4]) {
    const band = `crop=${columns}:${rows}:${seam - columns / 2}:${(width / 2 - rows) / 2}`
    const levels = await ffmpeg(
      '-i',
      path,
      '-frames:v',
      '1',
      '-vf',
      `format=gray,${band}`,
      '-f',
      'rawvideo',
      '-',
    )
    for (let x = 1; x < columns; x += 1) {
      let sum = 0
      for (let y = 0; y < rows; y += 1)
        sum += Math.abs((levels[y * columns + x] ?? 0) - (levels[y * columns + x - 1] ?? 0))
      most = Math.max(most, sum / rows)
    }
  }
  return most
}

const timed = async (args: readonly string[]) => {
  const start = performance.now()
  await ffmpeg(...args)
  return frames / ((performance.now() - start) / 1000)
}

type Ground = { readonly folder: string; readonly sphere: string; readonly mask: string }

async function* rowsOf(
  what: string,
  { folder, sphere, mask }: Ground,
  back: LensPair['back'],
  ideal: boolean,
): AsyncGenerator<Row> {
  const films = await makeLensPair(folder, { sphere, width: 2880, frames, front: { lens: straight }, back })
  const [ours, plain] = [join(folder, 'ours.mp4'), join(folder, 'plain.mp4')]
  const ourRate = await timed(ourArgs(films, mask, ours))
  const plainRate = await timed(plainArgs(films, plain))
  const likeness = (path: string) => psnr(path, sphere, 'null', 'format=yuv420p')
  yield {
    what: `${what}: likeness to what was there`,
    value: await likeness(ours),
    unit: 'dB',
    ...(ideal ? { least: 42 } : {}),
  }
  yield { what: `${what}: likeness of plain dfisheye`, value: await likeness(plain), unit: 'dB' }
  const own = await seamStep(sphere)
  const limit = ideal ? {} : { most: 1.5 }
  yield {
    what: `${what}: step at the seam, by its own`,
    value: (await seamStep(ours)) / own,
    unit: '×',
    ...limit,
  }
  yield { what: `${what}: step of plain dfisheye`, value: (await seamStep(plain)) / own, unit: '×' }
  yield { what: `${what}: speed`, value: ourRate, unit: 'frames/s' }
  yield { what: `${what}: speed of plain dfisheye`, value: plainRate, unit: 'frames/s' }
}

/** Stitches two lens images of 2880² of a known sphere at 3840 × 1920, compared with ffmpeg's own filter. */
export async function* stitch(): AsyncGenerator<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'vecto-stitch-'))
  try {
    const ground = { folder, sphere: join(folder, 'sphere.png'), mask: join(folder, 'mask.png') }
    await makeSphere(ground.sphere, width)
    await ffmpeg(...maskArgs(width, ground.mask))
    yield* rowsOf('ideal lenses', ground, { lens: straight }, true)
    const turned = { lens: { ...straight, yaw: 0.4, roll: 0.3 }, look: 'eq=gamma=1.06' }
    yield* rowsOf('back lens off', ground, turned, false)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
