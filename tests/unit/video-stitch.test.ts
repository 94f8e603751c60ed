import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findFfmpeg } from '~/scripts/system-packages'
import { type Lenses, lensTable, maskArgs, type StitchOptions, stitchPlan } from '~/server/video/stitch-plan'
import { needsFfmpeg } from '../support/process/needs'
import { ffmpeg, makeClip, newFolder, probe, psnr } from '../support/video/sphere-material'
import { makeLensFilm, makeLensPair, makeSphere } from '../support/video/sphere-material-lenses'

const folder = newFolder('stitch')
const width = 1024
const sphere = join(folder, 'sphere.png')
const mask = join(folder, 'mask.png')
const output = join(folder, 'stitched.mp4')
const shot = { sphere, width: 768 }
const straight = lensTable.standard.front

const stitch = async (options: Pick<StitchOptions, 'front' | 'back'> & { readonly lenses?: Lenses }) => {
  const plan = stitchPlan({
    ...{ lenses: lensTable.standard, width, bitrate: 60, audio: 0, mask, output },
    ...options,
  })
  await ffmpeg(...plan.args)
}

const film = (path: string, track = 0) => ({ path, track })
/** PSNR between output and original sphere, or a part of both. */
const likeness = (part = 'null') => psnr(output, sphere, part, `format=yuv420p,${part}`)

beforeAll(async () => {
  if (!findFfmpeg()) return
  await makeSphere(sphere, width)
  await ffmpeg(...maskArgs(width, mask))
})

describe('stitching two fisheye videos', () => {
  beforeEach(needsFfmpeg)

  it('reconstructs the sphere from two lenses, with the audio of the front lens', async () => {
    const { front, back } = await makeLensPair(folder, {
      ...shot,
      front: { lens: straight },
      back: { lens: straight },
    })
    await stitch({ front: film(front), back: film(back) })
    expect(await likeness()).toBeGreaterThan(40)
    const said = await probe(output)
    expect(said).toContain('width=1024\nheight=512\n')
    expect(said).toContain('nb_frames=3\n')
    expect(said).toContain('codec_name=aac')
    const bytes = await readFile(output)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  it('stitches two tracks of one file in either order', async () => {
    const lens = straight
    const both = join(folder, 'both.insv')
    await makeLensFilm(both, { ...shot, lens, looks: 'back' }, { ...shot, lens, looks: 'front' })
    await stitch({ front: film(both, 1), back: film(both, 0) })
    expect(await likeness()).toBeGreaterThan(40)
  })

  it('corrects a known field of view and rotation of the lenses', async () => {
    const lenses = {
      front: { fov: 196, yaw: 2, pitch: -1.5, roll: 3 },
      back: { fov: 204, yaw: -3, pitch: 2, roll: -90 },
    }
    const { front, back } = lenses
    const files = await makeLensPair(folder, { ...shot, front: { lens: front }, back: { lens: back } })
    await stitch({ front: film(files.front), back: film(files.back), lenses })
    expect(await likeness()).toBeGreaterThan(40)
    await stitch({ front: film(files.front), back: film(files.back) })
    expect(await likeness()).toBeLessThan(25)
  })

  it('blends at the seam of the lenses only', async () => {
    const files = await makeLensPair(folder, {
      ...shot,
      front: { lens: straight },
      back: { lens: straight, look: 'lutyuv=y=16:u=128:v=128' },
    })
    await stitch({ front: film(files.front), back: film(files.back) })
    // The front lens is alone six degrees from the seam, which lies at a quarter of the width.
    const inside = Math.ceil((6 / 360) * width)
    const row = `crop=${width / 2 - 2 * inside}:2:${width / 4 + inside}:255`
    expect(await likeness(row)).toBeGreaterThan(38)
    const levels = await ffmpeg(
      '-i',
      output,
      '-frames:v',
      '1',
      '-vf',
      `format=gray,crop=32:1:${width / 4 - 16}:256`,
      '-f',
      'rawvideo',
      '-',
    )
    const steps = [...levels].slice(1).map((level, index) => Math.abs(level - (levels[index] ?? 0)))
    expect(Math.max(...steps)).toBeLessThan(20)
  })

  it('ends with the longer video if they differ by one frame', async () => {
    const lens = straight
    const front = await makeLensFilm(join(folder, 'a.insv'), { ...shot, lens, looks: 'front', frames: 4 })
    const back = await makeLensFilm(join(folder, 'b.insv'), { ...shot, lens, looks: 'back', frames: 3 })
    await stitch({ front: film(front), back: film(back) })
    expect(await probe(output)).toContain('nb_frames=4\n')
    expect(await likeness()).toBeGreaterThan(40)
  })

  it('refuses a file that is a list of other files', async () => {
    const real = await makeClip(join(folder, 'real.mp4'))
    const list = join(folder, 'list.insv')
    await writeFile(list, `ffconcat version 1.0\nfile ${real}\n`)
    await expect(stitch({ front: film(list), back: film(real) })).rejects.toThrow(/Invalid data/)
  })
})
