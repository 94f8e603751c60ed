import { execFile } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkVideoTools } from '~/server/features/maintenance/doctor/machine-checks'
import { readConfig } from '~/server/platform/config/config'
import { encodersOf, tryEncoder } from '~/server/video/encoder-trial'
import { probe } from '~/server/video/facts'
import { findTools, type Workbench } from '~/server/video/ffmpeg'
import { lensTable, maskArgs, stitchPlan } from '~/server/video/stitch-plan'
import {
  makePlayable,
  makeStandard,
  makeStereoLow,
  makeStereoPlayable,
  timelineOf,
} from '~/server/video/transcode'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { requestOf } from '../support/video/engine-request'
import { askEngine, referenceEngine } from '../support/video/engine-run'
import { lensFilm } from '../support/video/films'
import {
  ffmpeg,
  ffmpegPath,
  ffprobePath,
  makeClip,
  newFolder,
  probe as probeText,
} from '../support/video/sphere-material'

beforeEach(needsFfmpeg)

const folder = newFolder('encoder-trial')
const at = (name: string) => join(folder, name)
const ignored = () => undefined
const configOf = (FFMPEG_ENCODER: string) =>
  readConfig({ FFMPEG_ENCODER, FFMPEG_PATH: ffmpegPath(), FFPROBE_PATH: ffprobePath() }, '1')
const tried = (name: string) => tryEncoder({ ffmpeg: ffmpegPath(), ffprobe: ffprobePath() }, configOf(name))
const refusalOf = async (name: string) => {
  const found = await tried(name)
  return 'refused' in found ? found.refused : ''
}
/** Skips the test where this ffmpeg has no such encoder. */
const needsEncoder = async (context: { skip: (when: boolean, why: string) => void }, name: string) =>
  context.skip(!(await encodersOf(ffmpegPath())).has(name), `this ffmpeg has no ${name}`)

describe('the encoder of FFMPEG_ENCODER at the start', () => {
  it.for(['libx264', 'libx265'] as const)('takes %s, which encodes', async (name, context) => {
    await needsEncoder(context, name)
    expect(await tried(name)).toEqual({ encoder: { name, device: undefined } })
  })

  it('refuses a card that is missing, with its cause, what it takes and the encoders there are', async context => {
    await needsEncoder(context, 'h264_nvenc')
    const refused = await refusalOf('h264_nvenc')
    context.skip(refused === '', 'this machine has a card of NVIDIA')
    expect(refused).toMatch(
      /^FFMPEG_ENCODER=h264_nvenc is refused: it cannot encode here \(Cannot load .+\)\. It takes an NVIDIA card/,
    )
    expect(refused).toMatch(
      /For H.264 and HEVC this ffmpeg \(.+\) has libx264, .+; without FFMPEG_ENCODER, libx264 is used\.$/,
    )
  })

  it('refuses a device that is missing', async context => {
    await needsEncoder(context, 'h264_vaapi')
    const config = { ...configOf('h264_vaapi'), FFMPEG_DEVICE: '/dev/dri/nowhere' }
    const found = await tryEncoder({ ffmpeg: ffmpegPath(), ffprobe: ffprobePath() }, config)
    expect(found).toEqual({ refused: expect.stringMatching(/nowhere.*the device of FFMPEG_DEVICE/) })
  })

  it.each([
    ['h264_nowhere', 'this ffmpeg has no such encoder.'],
    ['mpeg4', 'it is no encoder for H.264 or HEVC whose settings are known.'],
    ['libx264rgb', 'it is no encoder for H.264 or HEVC whose settings are known.'],
    ['aac', 'it is no encoder for H.264 or HEVC whose settings are known.'],
  ])('refuses %s: %s', async (name, why) => {
    const refused = await refusalOf(name)
    expect(refused).toContain(`FFMPEG_ENCODER=${name} is refused: ${why} For H.264 and HEVC`)
    expect(refused).toContain('libx264')
  })

  it('refuses an encoder that writes other frames than it is given', async () => {
    const liar = at('liar')
    writeFileSync(liar, `#!/bin/sh\nexec "${ffmpegPath()}" $(echo "$@" | sed 's/-frames:v 8/-frames:v 5/')\n`)
    chmodSync(liar, 0o755)
    const found = await tryEncoder({ ffmpeg: liar, ffprobe: ffprobePath() }, configOf('libx264'))
    expect(found).toEqual({ refused: expect.stringContaining('it wrote 5 of 8 frames, as h264 in yuv420p') })
  })

  it('the doctor reports the encoder that works, and one that is refused as an error', async context => {
    await needsEncoder(context, 'libx265')
    expect(await checkVideoTools(configOf('libx265'))).toMatchObject({
      ...{ level: 'ok', message: expect.stringMatching(/^ffmpeg: .+, which encodes with libx265$/) },
    })
    expect(await checkVideoTools(configOf('mpeg4'))).toMatchObject({
      ...{ level: 'error', message: expect.stringContaining('FFMPEG_ENCODER=mpeg4 is refused') },
      remedy: expect.stringContaining('Remove FFMPEG_ENCODER'),
    })
  })
})

const benchWith = async (config: ReturnType<typeof configOf>): Promise<Workbench> => {
  const found = await findTools(config)
  if (!('tools' in found)) throw new Error(JSON.stringify(found))
  return { tools: found.tools, cwd: folder, signal: new AbortController().signal, onLog: ignored }
}

/** The codec of a video, and the encoder that ffmpeg names in it. */
const madeBy = async (path: string) => {
  const text = await probeText(path)
  return [/codec_name=(\w+)/.exec(text)?.[1], /TAG:encoder=Lavc\S* (\w+)/.exec(text)?.[1]].join(' ')
}

/** Everything that a worker encodes for others than itself. */
const encodeAll = async (bench: Workbench) => {
  const clip = await makeClip(at('clip.mp4'), { size: '1280x640', seconds: 0.5 })
  const facts = await probe(bench, clip)
  await makePlayable(
    bench,
    clip,
    facts,
    timelineOf(facts),
    { low: at('low.mp4'), sprite: at('low.jpg') },
    ignored,
  )
  const size = { width: 1280, height: 640, duration: facts.duration, framerate: facts.framerate }
  const request = requestOf(folder, clip, { ...size, ...bench.tools, output: at('both.mp4') })
  const engine = await askEngine(referenceEngine, JSON.stringify(request))
  expect(engine.code, engine.errors).toBe(0)
  const both = await probe(bench, at('both.mp4'))
  await makeStandard(bench, at('both.mp4'), both, at('plain.mp4'), ignored)
  await ffmpeg('-i', at('both.mp4'), '-c:v', 'mpeg4', '-c:a', 'copy', at('other.mp4'))
  await makeStandard(
    bench,
    at('other.mp4'),
    await probe(bench, at('other.mp4')),
    at('converted.mp4'),
    ignored,
  )
  await makeStereoLow(bench, at('plain.mp4'), both, at('stereo.mp4'), ignored)
  const played = { low: at('played.mp4'), sprite: at('played.jpg') }
  await makeStereoPlayable(bench, at('plain.mp4'), both, timelineOf(both), played, ignored)
  await stitch(bench)
}

const stitch = async ({ tools: { ffmpeg: program, encoder } }: Workbench) => {
  const lens = (name: string, yaw: number) => {
    const { bytes } = lensFilm(name, yaw)
    writeFileSync(at(name), bytes)
    return { path: at(name), track: 0 }
  }
  await ffmpeg(...maskArgs(1280, at('mask.png')))
  const pair = { front: lens('front.insv', 0), back: lens('back.insv', 180), lenses: lensTable.standard }
  const plan = stitchPlan({
    ...pair,
    width: 1280,
    bitrate: 5,
    encoder,
    mask: at('mask.png'),
    output: at('stitched.mp4'),
  })
  await promisify(execFile)(program, ['-v', 'error', '-nostdin', '-y', ...plan.args])
}

const results = ['both', 'plain', 'converted', 'stitched']
const watched = ['low', 'stereo', 'played']

describe('the videos of a worker with FFMPEG_ENCODER', () => {
  it('libx265 encodes 3D and stitched videos, and files for browsers are H.264', long, async context => {
    await needsEncoder(context, 'libx265')
    await encodeAll(await benchWith(configOf('libx265')))
    for (const name of results) expect(await madeBy(at(`${name}.mp4`)), name).toBe('hevc libx265')
    for (const name of results) expect(await probeText(at(`${name}.mp4`))).toContain('codec_tag_string=hvc1')
    for (const name of watched) expect(await madeBy(at(`${name}.mp4`)), name).toBe('h264 libx264')
  })

  it('frames are uploaded to the device of VA-API once, on the way to its encoder', long, async () => {
    const [card, log] = [at('card'), at('card.log')]
    const script = fileURLToPath(new URL('../support/video/stand-in-card.mjs', import.meta.url))
    const run = `REAL_FFMPEG="${ffmpegPath()}" CARD_LOG="${log}" exec "${process.execPath}" "${script}" "$@"`
    writeFileSync(card, `#!/bin/sh\n${run}\n`)
    chmodSync(card, 0o755)
    await encodeAll(await benchWith({ ...configOf('h264_vaapi'), FFMPEG_PATH: card }))
    const calls = readFileSync(log, 'utf8')
      .split('\n')
      .filter(line => line.includes('"h264_vaapi"'))
    // Three at the start, four for playback and results, the engine's and the stitched one.
    expect(calls.length).toBe(3 + 6)
    for (const name of [...results, ...watched])
      expect((await probe(await benchWith(configOf('libx264')), at(`${name}.mp4`))).codec).toBe('h264')
  })

  it('a card that fails is no fault of the video', async () => {
    const bench = await benchWith(configOf('libx264'))
    const broken = {
      ...bench,
      tools: { ...bench.tools, encoder: { name: 'h264_vaapi', device: '/dev/nowhere' } as const },
    }
    const clip = await makeClip(at('clip.mp4'), { size: '1280x640', seconds: 0.5 })
    const facts = await probe(bench, clip)
    const failed = await makePlayable(
      broken,
      clip,
      facts,
      timelineOf(facts),
      { low: at('x.mp4'), sprite: at('x.jpg') },
      ignored,
    ).then(
      () => undefined,
      (error: Error) => error,
    )
    expect(failed).toBeInstanceOf(Error)
    expect([failed?.name, failed?.message]).toEqual(['Error', expect.stringMatching(/^h264_vaapi failed: /)])
  })
})
