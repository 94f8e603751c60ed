import { describe, expect, it } from 'vitest'
import { encoderArgs } from '~/engine/video'
import { type EncoderName, encoderNames, encodingOf, playbackEncoder } from '~/model/video/encoders'
import { readConfig } from '~/server/platform/config/config'

const frame = { width: 1280, height: 1280 }
const argsOf = (name: EncoderName, aim: Parameters<typeof encodingOf>[2] = { crf: 18 }) =>
  encodingOf({ name }, frame, aim).args.join(' ')

describe('the arguments of encoders', () => {
  it('without FFMPEG_ENCODER they are those of libx264, as they always were', () => {
    const { args, pixels, device, upload } = encodingOf(undefined, frame, { crf: 26 })
    expect([...device, ...args, ...pixels].join(' ')).toBe(
      '-c:v libx264 -preset veryfast -crf 26 -pix_fmt yuv420p',
    )
    expect(upload).toBe('')
    expect(encoderArgs({ width: 1280, height: 640 }).join(' ')).toBe(
      '-c:v libx264 -preset veryfast -crf 18 -pix_fmt yuv420p',
    )
    expect(encodingOf({ name: 'libx264' }, frame, { crf: 26 })).toEqual(
      encodingOf(undefined, frame, { crf: 26 }),
    )
  })

  it.each([
    ['libx265', /-crf 18$/],
    ['h264_nvenc', /-rc vbr -cq 18 -b:v 0$/],
    ['hevc_vaapi', /-rc_mode CQP -qp 18$/],
    ['h264_qsv', /-global_quality 18$/],
    ['h264_videotoolbox', /-q:v 69$/],
  ] as const)('converts the quality of x264 for %s', (name, args) => {
    expect(argsOf(name)).toMatch(args)
  })

  it('a better quality of x264 is a better quality of every encoder, and a bitrate stays that bitrate', () => {
    for (const name of encoderNames) {
      const numberIn = (crf: number) =>
        Number(argsOf(name, { crf }).match(/(-crf|-cq|-qp|_quality|-q:v) (\d+)/)?.[2])
      const isScaleUp = name.endsWith('_videotoolbox')
      expect(numberIn(18) < numberIn(26), name).toBe(!isScaleUp)
      expect(argsOf(name, { megabits: 20 })).toMatch(/-b:v 20M -maxrate 30M -bufsize 40M$/)
    }
  })

  it('VA-API takes a device and frames that are uploaded to it', () => {
    expect(encodingOf({ name: 'h264_vaapi' }, frame, { crf: 18 })).toMatchObject({
      ...{ device: ['-vaapi_device', '/dev/dri/renderD128'], upload: ',format=nv12,hwupload', pixels: [] },
    })
    const other = { name: 'h264_vaapi', device: '/dev/dri/renderD129' } as const
    expect(encodingOf(other, frame, { crf: 18 }).device).toEqual(['-vaapi_device', '/dev/dri/renderD129'])
  })

  it.each([
    ['h264_nvenc', 5760, 5760],
    ['h264_vaapi', 5760, 2880],
    ['h264_qsv', 120, 60],
    ['hevc_nvenc', 8194, 8194],
  ] as const)('libx264 encodes frames that %s does not take: %d × %d', (name, width, height) => {
    expect(encodingOf({ name, device: '/dev/x' }, { width, height }, { crf: 18 })).toEqual(
      encodingOf(undefined, { width, height }, { crf: 18 }),
    )
  })

  it('files that browsers play are H.264, of the same card as HEVC', () => {
    expect(encoderNames.map(name => playbackEncoder({ name })?.name)).toEqual(
      encoderNames.map(name => name.replace('hevc_', 'h264_').replace('x265', 'x264')),
    )
    expect(playbackEncoder(undefined)).toBeUndefined()
  })

  it('HEVC has the tag that Apple’s players take', () => {
    for (const name of encoderNames.filter(each => each.startsWith('hevc') || each === 'libx265'))
      expect(argsOf(name)).toContain('-tag:v hvc1')
  })
})

describe('FFMPEG_ENCODER and FFMPEG_DEVICE', () => {
  it.each(['libx264 -f', 'libx264;reboot', '-f', '../x', 'libx264\n-y', 'h264,hevc', 'é', 'a'.repeat(41)])(
    'refuses a name with odd characters at the start: %j',
    FFMPEG_ENCODER => {
      expect(() => readConfig({ FFMPEG_ENCODER }, '1')).toThrow(
        /FFMPEG_ENCODER=[\s\S]* is refused: it takes the name of one encoder of ffmpeg for H.264 or HEVC, without options/,
      )
    },
  )

  it('refuses a device that is no path, and one that no encoder opens', () => {
    const named = { FFMPEG_ENCODER: 'h264_vaapi' }
    for (const FFMPEG_DEVICE of ['renderD128', '/dev/dri/x -y', '-vaapi_device'])
      expect(() => readConfig({ ...named, FFMPEG_DEVICE }, '1')).toThrow(
        /FFMPEG_DEVICE=.* is refused: it takes the path/,
      )
    for (const env of [{}, { FFMPEG_ENCODER: 'h264_nvenc' }])
      expect(() => readConfig({ ...env, FFMPEG_DEVICE: '/dev/dri/renderD129' }, '1')).toThrow(
        /FFMPEG_DEVICE is refused: it takes an FFMPEG_ENCODER that opens a device/,
      )
    expect(readConfig({ ...named, FFMPEG_DEVICE: '/dev/dri/renderD129' }, '1')).toMatchObject(named)
  })
})
