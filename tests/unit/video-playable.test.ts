import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { probe, probeMade } from '~/server/video/facts'
import type { Workbench } from '~/server/video/ffmpeg'
import { probeWithAudio } from '~/server/video/readable-audio'
import { makePlayable, makePoster, makeStandard, makeStereoLow, timelineOf } from '~/server/video/transcode'
import { needsFfmpeg } from '../support/process/needs'
import { film } from '../support/video/films'
import { ofUndecodedAudio, ofUndecodedFirst } from '../support/video/mp4-edits'
import {
  ffmpeg,
  ffmpegPath,
  ffprobePath,
  frameDigests,
  makeClip,
  newFolder,
  probe as probeText,
  psnr,
} from '../support/video/sphere-material'

const folder = newFolder('playable')
const bench: Workbench = {
  tools: { ffmpeg: ffmpegPath(), ffprobe: ffprobePath() },
  cwd: folder,
  signal: new AbortController().signal,
  onLog: () => undefined,
}
const ignored = () => undefined
const factsIn = (path: string) => probe(bench, path)

/** The folder of one test. */
let place = ''
const at = (name: string) => join(place, name)
beforeEach(async () => {
  place = await mkdtemp(join(folder, 'test-'))
})

describe('the timeline of a video', () => {
  it.each([
    ['a moment', 0.04, 12, 1],
    ['twelve seconds', 12, 12, 1],
    ['a little more', 12.001, 13, 1],
    ['twenty seconds, in one row', 20, 20, 1],
    ['a little more, in two', 20.5, 21, 2],
    ['three minutes', 180, 180, 9],
    ['two hundred seconds', 200, 200, 10],
    ['a day', 86_400, 200, 10],
  ])(
    'makes one timeline image per second, but at least 12 and at most 200: %s',
    (_what, duration, count, rows) => {
      const timeline = timelineOf({ duration })
      expect(timeline).toMatchObject({ count, rows, columns: 20, width: 160, height: 80 })
      expect(timeline.every * count).toBeCloseTo(duration, 9)
    },
  )
})

describe('the low-resolution video for playback', () => {
  beforeEach(needsFfmpeg)

  const playable = async (from: string) => {
    const facts = await factsIn(from)
    const timeline = timelineOf(facts)
    const to = { low: at('low.mp4'), sprite: at('sprite.jpg') }
    await makePlayable(bench, from, facts, timeline, to, ignored)
    return { low: await factsIn(to.low), to }
  }

  it('scales a spherical video to 1280 × 640 with AAC audio and a sprite of all timeline images', async () => {
    const from = await makeClip(at('sphere.mp4'), { size: '320x160', seconds: 0.3 })
    const { low, to } = await playable(from)
    expect(low).toMatchObject({ width: 1280, height: 640, framerate: 10, frames: 3, codec: 'h264' })
    expect(low.audio?.codec).toBe('aac')
    expect(await probeText(to.sprite)).toContain('width=3200\nheight=80\n')
  })

  it.each([
    ['of a sphere', '320x160'],
    ['of another shape, with an odd height', '322x242'],
  ])(
    'the size and the duration of the video for playback %s are read from its index as ffprobe reads them',
    async (_, size) => {
      const { low, to } = await playable(await makeClip(at('clip.mp4'), { size, seconds: 1.3 }))
      const made = await probeMade(bench, to.low)
      expect(made).toMatchObject({ width: low.width, height: low.height })
      expect(made.duration).toBeCloseTo(low.duration, 3)
    },
  )

  it('a playback file without an index is refused with the error of ffprobe', async () => {
    await writeFile(at('none.mp4'), 'no video')
    await expect(probeMade(bench, at('none.mp4'))).rejects.toMatchObject({ code: 'unreadable_video' })
  })

  /** Brightness of a gray video, 0 to 255, and its transfer function in the video for playback. */
  const grayOf = async (params: string) => {
    const gray = film('gray.mp4', [
      ...[
        '-f',
        'lavfi',
        '-i',
        'color=0x808080:s=320x160:r=10:d=0.3',
        '-c:v',
        'libx264',
        '-pix_fmt',
        'yuv420p',
      ],
      ...['-x264-params', params],
    ])
    await writeFile(at('gray.mp4'), gray.bytes)
    const { low, to } = await playable(at('gray.mp4'))
    await ffmpeg('-i', to.low, '-frames:v', '1', '-vf', 'scale=1:1,format=rgb24', '-f', 'rawvideo', at('rgb'))
    const first = await sharp(to.sprite).extract({ left: 0, top: 0, width: 100, height: 60 }).toBuffer()
    return {
      transfer: low.transfer,
      light: (await readFile(at('rgb')))[0] ?? 0,
      sprite: (await sharp(first).stats()).channels[0]?.mean,
    }
  }

  it('converts HDR sources to standard dynamic range for playback and for the sprite', async () => {
    const hdr = (transfer: string) => `colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`
    const sdr = await grayOf('colorprim=bt709:transfer=bt709:colormatrix=bt709')
    expect(sdr.light).toBeCloseTo(128, -1)
    for (const transfer of ['smpte2084', 'arib-std-b67']) {
      const { light, sprite, ...found } = await grayOf(hdr(transfer))
      expect(found.transfer).toBe('bt709')
      // Half of the signal is 92 cd/m² of PQ and 50 of HLG: 0.45 and 0.25 of white.
      const expected = 255 * (transfer === 'smpte2084' ? 0.45 : 0.25) ** (1 / 2.4)
      expect(Math.abs(light - expected)).toBeLessThan(12)
      expect(Math.abs((sprite ?? 0) - expected)).toBeLessThan(12)
    }
  })

  it('rounds a flat video of odd size to an even size and keeps it silent', async () => {
    const odd = ['-vf', 'format=yuv444p,crop=95:71', '-pix_fmt', 'yuv444p']
    const from = await makeClip(at('odd.mp4'), { size: '128x96', seconds: 0.2, sound: false, with: odd })
    expect(await factsIn(from)).toMatchObject({ width: 95, height: 71 })
    const { low } = await playable(from)
    expect(low).toMatchObject({ width: 96, height: 72, frames: 2, audio: undefined })
  })

  it('limits the frame rate of the video for playback to 120', async () => {
    const from = await makeClip(at('fast.mp4'), { size: '64x48', rate: 240, seconds: 0.1, sound: false })
    expect((await playable(from)).low).toMatchObject({ framerate: 120, frames: 12 })
  })

  it('fails with unreadable_video for a source that is no video', async () => {
    const [real, text] = [await makeClip(at('real.mp4'), { seconds: 0.2 }), at('text.mp4')]
    const facts = await factsIn(real)
    await writeFile(text, 'no film at all')
    const to = { low: at('low.mp4'), sprite: at('sprite.jpg') }
    const made = makePlayable(bench, text, facts, timelineOf(facts), to, ignored)
    await expect(made).rejects.toMatchObject({ name: 'Failure', code: 'unreadable_video' })
  })
})

describe('the still images of a video', () => {
  beforeEach(needsFfmpeg)

  const withStills = async (from: string) => {
    const facts = await factsIn(from)
    const to = { low: at('low.mp4'), sprite: at('sprite.jpg') }
    const stills = {
      ...{ poster: at('poster.jpg'), picture: at('picture.jpg'), smallFrames: at('small.rgb') },
      view: 'sphere' as const,
    }
    await makePlayable(bench, from, facts, timelineOf(facts), to, ignored, stills)
    const poster = await sharp(stills.poster).metadata()
    const picture = await sharp(stills.picture).metadata()
    return {
      to,
      stills,
      poster: [poster.width, poster.height],
      picture: [picture.width, picture.height],
      small: (await readFile(stills.smallFrames)).length / (256 * 128 * 3),
    }
  }

  it('makes poster, picture and six small frames in the pass of the playback file', async () => {
    const from = await makeClip(at('sphere.mp4'), { size: '320x160', rate: 20, seconds: 1 })
    const { to, stills, ...made } = await withStills(from)
    expect(made).toEqual({ poster: [1280, 640], picture: [480, 270], small: 6 })
    // A tenth of twenty frames.
    const imageOf = (frame: number) => psnr(stills.poster, to.low, 'null', `select=eq(n\\,${frame})`)
    expect(await imageOf(2)).toBeGreaterThan(30)
    expect(await imageOf(8)).toBeLessThan(await imageOf(2))
  })

  it('makes poster and picture of a single frame', async () => {
    const from = await makeClip(at('one.mp4'), { size: '320x160', rate: 10, seconds: 0.1, sound: false })
    const { poster, picture, small } = await withStills(from)
    expect({ poster, picture, small }).toEqual({ poster: [1280, 640], picture: [480, 270], small: 1 })
  })
})

describe('the poster of a video', () => {
  beforeEach(needsFfmpeg)

  it('takes the poster from a tenth of the video', async () => {
    const from = await makeClip(at('film.mp4'), { rate: 20, seconds: 0.5, with: ['-g', '1'] })
    await makePoster(bench, from, 0.5, at('poster.jpg'))
    const imageOf = async (frame: number) => psnr(at('poster.jpg'), from, 'null', `select=eq(n\\,${frame})`)
    expect(await imageOf(1)).toBeGreaterThan(30)
    expect(await imageOf(5)).toBeLessThan(await imageOf(1))
  })

  it('takes the first frame as poster if no frame exists at a tenth', async () => {
    const from = await makeClip(at('one.mp4'), { rate: 10, seconds: 0.1, sound: false })
    await makePoster(bench, from, 60, at('poster.jpg'))
    expect(await psnr(at('poster.jpg'), from)).toBeGreaterThan(30)
  })

  it.each([
    ['file_missing', undefined],
    ['unreadable_video', 'no film at all'],
  ])('fails to make a poster with %s', async (code, contents) => {
    if (contents) await writeFile(at('bad.mp4'), contents)
    const made = makePoster(bench, at('bad.mp4'), 1, at('poster.jpg'))
    await expect(made).rejects.toMatchObject({ name: 'Failure', code })
    expect(existsSync(at('poster.jpg'))).toBe(false)
  })
})

describe('the low-resolution stereoscopic video for playback', () => {
  beforeEach(needsFfmpeg)

  it('keeps the size and all frames of a small stereoscopic video', async () => {
    const from = await makeClip(at('stereo.mp4'), { size: '128x128', seconds: 0.3 })
    await makeStereoLow(bench, from, await factsIn(from), at('low.mp4'), ignored)
    expect(await factsIn(at('low.mp4'))).toMatchObject({ width: 128, height: 128, frames: 3 })
    expect((await factsIn(at('low.mp4'))).audio?.codec).toBe('aac')
  })

  it('makes a silent stereoscopic video from a silent source', async () => {
    const from = await makeClip(at('silent.mp4'), { size: '64x64', seconds: 0.2, sound: false })
    await makeStereoLow(bench, from, await factsIn(from), at('low.mp4'), ignored)
    expect(await factsIn(at('low.mp4'))).toMatchObject({ frames: 2, audio: undefined })
  })
})

describe('the standard video made from an engine’s output', () => {
  beforeEach(needsFfmpeg)

  const standard = async (from: string) => {
    await makeStandard(bench, from, await factsIn(from), at('standard.mp4'), ignored)
    return factsIn(at('standard.mp4'))
  }

  it('copies video and audio streams that are standard already without encoding', async () => {
    const from = await makeClip(at('made.mp4'), { seconds: 0.3, with: ['-c:v', 'libx264', '-c:a', 'aac'] })
    expect(await standard(from)).toMatchObject({ codec: 'h264', frames: 3 })
    expect(await frameDigests(at('standard.mp4'))).toEqual(await frameDigests(from))
  })

  it('encodes a nonstandard engine output frame by frame as H.264 and AAC', async () => {
    const other = ['-c:v', 'mpeg4', '-q:v', '2', '-c:a', 'alac']
    const from = await makeClip(at('made.mp4'), { seconds: 0.3, with: other })
    const facts = await standard(from)
    expect([facts.codec, facts.frames, facts.audio?.codec]).toEqual(['h264', 3, 'aac'])
    expect(await psnr(at('standard.mp4'), from)).toBeGreaterThan(35)
  })

  it('makes a silent standard video from a silent engine output', async () => {
    const from = await makeClip(at('made.mp4'), { seconds: 0.2, sound: false })
    expect(await standard(from)).toMatchObject({ frames: 2, audio: undefined })
  })

  it('fails with file_missing when the engine’s output is missing', async () => {
    const from = await makeClip(at('made.mp4'), { seconds: 0.2 })
    const facts = await factsIn(from)
    const made = makeStandard(bench, at('gone.mp4'), facts, at('standard.mp4'), ignored)
    await expect(made).rejects.toMatchObject({ name: 'Failure', code: 'file_missing' })
  })
})

describe('the audio of a video', () => {
  beforeEach(needsFfmpeg)

  const sounds = (count: number, more: readonly string[] = []) => {
    const picture = ['-f', 'lavfi', '-i', 'color=teal:s=320x160:r=10:d=0.5']
    const tones = Array.from({ length: count }, () => ['-f', 'lavfi', '-i', 'sine=f=440:r=48000:d=0.5'])
    const maps = Array.from({ length: count + 1 }, (_, index) => ['-map', String(index)])
    const coded = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
    return film('sounds.mp4', [...picture, ...tones.flat(), ...maps.flat(), ...coded, ...more]).bytes
  }

  it.each([
    ['the first track that can be decoded', () => sounds(2), 0],
    ['the second one, if the first cannot be decoded', () => ofUndecodedFirst(sounds(2)), 1],
    ['none, if there is none', () => sounds(0), undefined],
    ['none, if it cannot be decoded', () => ofUndecodedAudio(sounds(1)), undefined],
  ])('is %s', async (_, bytes, track) => {
    const lines: string[] = []
    await writeFile(at('sounds.mp4'), bytes())
    const found = await probeWithAudio({ ...bench, onLog: line => void lines.push(line) }, at('sounds.mp4'))
    expect(found.audio?.track).toBe(track)
    expect(found).toMatchObject({ width: 320, height: 160 })
    if (track === 0 || !found.hasSound) expect(lines).toEqual([])
  })

  it('a file that is no video is refused with the error of ffprobe', async () => {
    await writeFile(at('none.mp4'), 'no video')
    await expect(probeWithAudio(bench, at('none.mp4'))).rejects.toMatchObject({ code: 'unreadable_video' })
  })
})
