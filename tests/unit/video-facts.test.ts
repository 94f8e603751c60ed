import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { factsOf, probe, type Stream } from '~/server/video/facts'
import { newFolder } from '../support/video/sphere-material'

const video: Stream = {
  ...{ codec_type: 'video', codec_name: 'h264', width: 3840, height: 1920, nb_frames: '30' },
  ...{ avg_frame_rate: '30/1', r_frame_rate: '30/1', start_time: '0.000000', duration: '1.000000' },
}
const audio: Stream = { codec_type: 'audio', codec_name: 'aac', channels: 2, channel_layout: 'stereo' }
const still: Stream = { ...video, codec_name: 'mjpeg', width: 4000, height: 3000, nb_frames: '1' }
const of = (...streams: Stream[]) => factsOf({ streams })

describe('the facts of a probed video', () => {
  it('describes the largest video stream, ignoring cover art and stills', () => {
    const attached = { ...still, nb_frames: '9', disposition: { attached_pic: 1 } }
    const preview = { ...video, width: 640, height: 320 }
    expect(of(attached, still, preview, video)).toMatchObject({ width: 3840, tracks: [3] })
    expect(of(still)).toMatchObject({ width: 4000, tracks: [0] })
  })

  it('lists a video track for each lens', () => expect(of(audio, video, still, video).tracks).toEqual([0, 2]))

  it('swaps width and height of a video rotated by 90 degrees', () => {
    const turned = (rotation: number) => of({ ...video, side_data_list: [{ rotation }] })
    for (const degrees of [90, -90, 270]) expect(turned(degrees)).toMatchObject({ width: 1920, height: 3840 })
    for (const degrees of [0, 180, -180, 45])
      expect(turned(degrees)).toMatchObject({ width: 3840, height: 1920 })
  })

  it.each([
    ['30000/1001', '30000/1001', 29.97],
    ['57600/1961', '30/1', 30],
    ['690/29', '30/1', 23.79],
    ['30/1', '90000/1', 30],
    ['0/0', '90000/1', 30],
    ['1/1200', '1/1200', 1],
  ])('uses the nominal frame rate if the mean is nearly equal: %s, %s', (mean, nominal, rate) =>
    expect(of({ ...video, avg_frame_rate: mean, r_frame_rate: nominal }).framerate).toBeCloseTo(rate, 2),
  )

  it('describes the first readable audio stream', () => {
    expect(of(video).audio).toBeUndefined()
    expect(of({ ...audio, codec_name: 'unknown' }, video, audio).audio).toMatchObject({
      track: 1,
      codec: 'aac',
    })
    expect(of(video, { ...audio, channel_layout: 'ambisonic 1' }).audio?.isAmbisonic).toBe(true)
  })

  const broken: readonly (readonly [string, readonly Stream[], string])[] = [
    ['audio only', [audio], 'no_video'],
    ['a track without frames', [{ ...video, nb_frames: 'N/A', duration: '0.000000' }], 'no_video'],
    ['an unknown codec', [{ ...video, codec_name: 'unknown' }], 'unreadable_video'],
  ]
  it.each(broken)('fails for a video with %s', (_, streams, code) =>
    expect(() => of(...streams)).toThrow(expect.objectContaining({ code })),
  )

  it('derives the duration of a single frame without duration from the default frame rate', () =>
    expect(of({ ...video, nb_frames: '1', duration: '0.000000', avg_frame_rate: '0/0' }).duration).toBe(
      1 / 30,
    ))
})

describe('a prober that hangs', () => {
  afterEach(() => vi.useRealTimers())

  it('kills a hanging prober after 30 seconds and fails with no_answer', async () => {
    const cwd = newFolder('probe')
    const ffprobe = join(cwd, 'hanging')
    writeFileSync(ffprobe, '#!/bin/sh\nsleep 600\n')
    chmodSync(ffprobe, 0o755)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const probing = probe(
      { tools: { ffmpeg: ffprobe, ffprobe }, cwd, signal: new AbortController().signal },
      join(cwd, 'x.mp4'),
    )
    const failed = expect(probing).rejects.toMatchObject({ code: 'no_answer' })
    await vi.advanceTimersByTimeAsync(30_000)
    await failed
    expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(ffprobe)
  })
})
