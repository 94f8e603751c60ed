import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findFfmpeg } from '~/scripts/system-packages'
import { probe } from '~/server/video/facts'
import type { Workbench } from '~/server/video/ffmpeg'
import { type ClipRange, frameCount, trim } from '~/server/video/transcode'
import { needsFfmpeg } from '../support/process/needs'
import { ffmpegPath, ffprobePath, makeClip, newFolder, psnr } from '../support/video/sphere-material'

const folder = newFolder('trim')
const bench: Workbench = {
  tools: { ffmpeg: ffmpegPath(), ffprobe: ffprobePath() },
  cwd: folder,
  signal: new AbortController().signal,
  onLog: () => undefined,
}
const source = join(folder, 'source.mp4')
const silent = join(folder, 'silent.mp4')
const to = join(folder, 'clip.mp4')

const cut = async (range: Partial<ClipRange>, from = source) =>
  trim(
    bench,
    from,
    await probe(bench, from),
    { from: 0, duration: 0.5, framerate: 20, ...range },
    to,
    () => {},
  )
/** Similarity of a frame of the clip to one of the source, in dB of PSNR. */
const likeness = (frame: number, of: number, from = source) =>
  psnr(
    to,
    from,
    `select=eq(n\\,${frame}),settb=1/1000,setpts=0`,
    `select=eq(n\\,${of}),settb=1/1000,setpts=0`,
  )
const beyondEnd = { name: 'Failure', code: 'beyond_end' }

beforeAll(async () => {
  if (!findFfmpeg()) return
  await makeClip(source, { rate: 20, seconds: 0.5 })
  await makeClip(silent, { rate: 20, seconds: 0.5, sound: false })
})

describe('the number of frames of a range', () => {
  it.each([
    [1, 30, 30],
    [0.1, 30, 3],
    [0.05, 30, 2],
    [0.04, 30, 1],
    [0.001, 30, 1],
    [0, 30, 1],
    [3.333, 29.97, 100],
  ])('a clip of %d s at %d frames a second has %d frames', (duration, framerate, count) => {
    expect(frameCount({ duration, framerate })).toBe(count)
  })
})

describe('a clip of a video', () => {
  beforeEach(needsFfmpeg)

  it('trims a whole video with its audio', async () => {
    const facts = await cut({})
    expect(facts).toMatchObject({
      frames: 10,
      framerate: 20,
      width: 128,
      height: 64,
      codec: 'h264',
      start: 0,
    })
    expect([facts.duration, facts.audio?.codec]).toEqual([0.5, 'aac'])
    expect(await psnr(to, source)).toBeGreaterThan(40)
  })

  it('starts a clip at the requested frame between key frames', async () => {
    expect(await cut({ from: 0.25, duration: 0.15 })).toMatchObject({ frames: 3, duration: 0.15 })
    for (const frame of [0, 1, 2]) {
      const right = await likeness(frame, frame + 5)
      expect(right).toBeGreaterThan(40)
      expect(await likeness(frame, frame + 4)).toBeLessThan(right - 5)
    }
  })

  it('makes a silent clip of a silent video', async () => {
    expect(await cut({ from: 0.1, duration: 0.2 }, silent)).toMatchObject({ frames: 4, audio: undefined })
  })

  it.each([
    ['half', 10, 5],
    ['twice', 40, 20],
    ['a third', 20 / 3, 3],
  ])('converts a clip to the requested frame rate, %s of the source’s', async (_what, framerate, frames) => {
    expect(await cut({ framerate }, silent)).toMatchObject({ frames })
  })

  it('ends a clip with the last frames of the video', async () => {
    expect(await cut({ from: 0.4, duration: 0.1 }, silent)).toMatchObject({ frames: 2 })
    expect(await likeness(1, 9, silent)).toBeGreaterThan(40)
  })

  it('repeats the last frame in silence when the video ends before the clip', async () => {
    const facts = await cut({ from: 0.4, duration: 0.15 })
    expect(facts).toMatchObject({ frames: 3, duration: 0.15 })
    expect(facts.audio?.codec).toBe('aac')
    expect(await likeness(2, 9)).toBeGreaterThan(40)
  })

  it.each([
    ['a sphere that is a few pixels off', '322x160', { width: 324, height: 162 }],
    ['an exact sphere', '64x32', { width: 64, height: 32 }],
    ['a flat video', '96x64', { width: 96, height: 64 }],
  ])('scales a clip to a size that engines accept: %s', async (_what, size, expected) => {
    const from = await makeClip(join(folder, `${size}.mp4`), { size, seconds: 0.2, sound: false })
    expect(await cut({ duration: 0.1, framerate: 10 }, from)).toMatchObject({ ...expected, frames: 1 })
  })
})

describe('a range beyond the end of a video', () => {
  beforeEach(needsFfmpeg)

  it.each([
    ['the middle of the range is at the end', { from: 0.4, duration: 0.2 }],
    ['the range begins at the end', { from: 0.5, duration: 0.1 }],
    ['the range is far beyond the end', { from: 3600, duration: 1 }],
    ['the range is so long that its middle is beyond the end', { from: 0, duration: 1 }],
  ])('fails with beyond_end where %s', async (_what, range) => {
    await expect(cut(range)).rejects.toMatchObject({
      ...beyondEnd,
      message: `Nothing lies between ${range.from} s and ${range.from + range.duration} s`,
    })
  })

  it('fails with beyond_end if a video has no frames up to its declared duration', async () => {
    const facts = { ...(await probe(bench, silent)), duration: 60 }
    const made = trim(bench, silent, facts, { from: 30, duration: 1, framerate: 20 }, to, () => {})
    await expect(made).rejects.toMatchObject(beyondEnd)
  })
})

describe('a video that cannot be trimmed', () => {
  beforeEach(needsFfmpeg)

  it.each([
    ['unreadable_video', 'text.mp4', 'no film at all'],
    ['file_missing', 'gone.mp4', undefined],
  ])('fails to trim with %s', async (code, name, contents) => {
    const path = join(folder, name)
    if (contents) await writeFile(path, contents)
    const facts = await probe(bench, silent)
    const made = trim(bench, path, facts, { from: 0, duration: 0.2, framerate: 20 }, to, () => {})
    await expect(made).rejects.toMatchObject({ name: 'Failure', code })
  })

  it('stops trimming when the signal aborts', async () => {
    const stopped = { ...bench, signal: AbortSignal.abort(new Error('enough')) }
    const facts = await probe(bench, silent)
    const made = trim(stopped, silent, facts, { from: 0, duration: 0.2, framerate: 20 }, to, () => {})
    await expect(made).rejects.toThrow('enough')
  })
})
