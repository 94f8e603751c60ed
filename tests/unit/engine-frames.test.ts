import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { needsFfmpeg } from '../support/process/needs'
import { requestOf } from '../support/video/engine-request'
import { askEngine, referenceEngine } from '../support/video/engine-run'
import { ffmpeg, newFolder } from '../support/video/sphere-material'

const [width, height, frames, rate] = [256, 128, 24, 12]

/** The mean brightness of each eye of every frame. */
const brightnessOf = async (path: string) => {
  const luma = await ffmpeg('-i', path, '-vf', 'extractplanes=y', '-f', 'rawvideo', '-')
  return Array.from({ length: luma.length / (width * height) }, (_, eye) =>
    Math.round(
      luma
        .subarray(eye * width * height, (eye + 1) * width * height)
        .reduce((sum, value) => sum + value / (width * height), 0),
    ),
  )
}

describe('frames of a stereo video', () => {
  beforeEach(needsFfmpeg)

  it.each(['fast', 'accurate.video'])(
    'both eyes of each frame come from that frame, although the next one is read while it is written: %s',
    async mode => {
      const folder = newFolder('engine-frames')
      const input = join(folder, 'in.mp4')
      const source = `color=gray:s=${width}x${height}:r=${rate}:d=${frames / rate},geq=lum='40+7*N':cb=128:cr=128`
      await ffmpeg('-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-qp', '4', input)
      const size = { width, height, framerate: rate, duration: frames / rate }
      const run = await askEngine(
        referenceEngine,
        JSON.stringify(requestOf(folder, input, { mode, ...size })),
      )
      expect(run.code, run.errors).toBe(0)
      const expected = Array.from({ length: 2 * frames }, (_, eye) => 40 + 7 * Math.floor(eye / 2))
      const found = await brightnessOf(join(folder, 'stereo.mp4'))
      expect(found).toHaveLength(expected.length)
      for (const [eye, value] of expected.entries())
        expect(Math.abs((found[eye] ?? 0) - value)).toBeLessThan(3)
    },
  )
})
