import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { livingIn } from '../support/process/process-groups'
import { engineContract } from '../support/video/engine-contract'
import { requestOf } from '../support/video/engine-request'
import { askEngine, referenceEngine, startEngine } from '../support/video/engine-run'
import { makeClip, newFolder, probe, psnr } from '../support/video/sphere-material'

const folder = newFolder('engine')
const limit = 60_000

describe('reference engine', () => {
  beforeEach(needsFfmpeg)

  it.each(engineContract(referenceEngine, folder).map(check => [check.name, check] as const))(
    '%s',
    (_name, check) => check.run(),
    limit,
  )

  it(
    'the engine reports its name, version and method',
    async () => {
      const input = await makeClip(join(folder, 'named.mp4'), { size: '256x128' })
      const methodOf = async (mode: string) => {
        const run = await askEngine(referenceEngine, JSON.stringify(requestOf(folder, input, { mode })))
        return [run.lines.at(-1), run.errors]
      }
      const result = (method: string) =>
        expect.objectContaining({
          result: expect.objectContaining({ engine: { name: 'reference', version: '1.0', method } }),
        })
      expect(await methodOf('fast')).toEqual([result('floor-prior'), expect.stringContaining('level ground')])
      expect(await methodOf('accurate.image')).toEqual([result('floor-prior'), expect.any(String)])
      expect(await methodOf('accurate.video')).toEqual([
        result('optical-flow+floor-prior'),
        expect.stringMatching(/\d+ % of the depth fell back to level ground/),
      ])
    },
    limit,
  )

  it('the engine reports the invalid fields of a request', async () => {
    const request = requestOf(folder, 'x.mp4', { mode: 'best', width: 255, framerate: 'fast' })
    const run = await askEngine(referenceEngine, JSON.stringify(request))
    expect(run.code).toBe(2)
    expect(run.lines).toEqual([
      { error: { code: 'bad_request', message: expect.stringMatching(/mode.*framerate.*width/) } },
    ])
  })

  it.each([0, -1, 1e9, 'abc'])('the engine refuses a camera height of %j', async cameraHeight => {
    const run = await askEngine(referenceEngine, JSON.stringify(requestOf(folder, 'x.mp4', { cameraHeight })))
    expect(run.code).toBe(2)
    expect(run.lines).toEqual([
      { error: { code: 'bad_request', message: expect.stringMatching(/^cameraHeight/) } },
    ])
  })

  it(
    'the engine reports an unwritable output, a missing ffmpeg and an unreadable video',
    async () => {
      const input = await makeClip(join(folder, 'good.mp4'), {
        size: '256x128',
        with: ['-movflags', '+faststart'],
      })
      const codeOf = async (change: Readonly<Record<string, unknown>>) => {
        const { code, lines } = await askEngine(
          referenceEngine,
          JSON.stringify(requestOf(folder, input, change)),
        )
        return [code, lines.at(-1)]
      }
      const failure = (code: string) => [1, { error: { code, message: expect.any(String) } }]
      expect(await codeOf({ output: join(folder, 'absent', 'x.mp4') })).toEqual(failure('engine_failed'))
      expect(await codeOf({ ffprobe: '/absent/ffprobe' })).toEqual(failure('engine_failed'))
      expect(await codeOf({ ffmpeg: '/absent/ffmpeg' })).toEqual(failure('engine_failed'))
      const cut = join(folder, 'cut.mp4')
      const whole = await readFile(input)
      await writeFile(
        cut,
        whole.subarray(0, whole.indexOf('mdat') + (whole.length - whole.indexOf('mdat')) / 2),
      )
      expect(await codeOf({ input: cut })).toEqual(failure('unreadable_video'))
      const sound = await makeClip(join(folder, 'sound.mp4'), { tracks: 0 })
      expect(await codeOf({ input: sound })).toEqual(failure('unreadable_video'))
      const list = join(folder, 'list.mp4')
      await writeFile(list, `ffconcat version 1.0\nfile good.mp4\n`)
      expect(await codeOf({ input: list })).toEqual(failure('unreadable_video'))
    },
    limit,
  )

  it.each([
    [7, 4],
    [30, 1],
    [240, 12],
  ])(
    'keeps every frame of the input: at %i fps, %i frames',
    async (framerate, count) => {
      const seconds = count / framerate
      const clip = { size: '256x128', rate: framerate, seconds, sound: false }
      const input = await makeClip(join(folder, `${framerate}.mp4`), clip)
      const request = requestOf(folder, input, { framerate, duration: seconds })
      expect((await askEngine(referenceEngine, JSON.stringify(request))).code).toBe(0)
      expect(await probe(join(folder, 'stereo.mp4'))).toMatch(new RegExp(`^nb_frames=${count}$`, 'm'))
    },
    limit,
  )

  it(
    'converts the audio track to AAC and accepts videos without audio',
    async () => {
      const mp3 = await makeClip(join(folder, 'mp3.mp4'), { size: '256x128', with: ['-c:a', 'libmp3lame'] })
      const silent = await makeClip(join(folder, 'silent.mp4'), { size: '256x128', sound: false })
      for (const [input, sound] of [
        [mp3, 'codec_name=aac'],
        [silent, 'nb_streams=1'],
      ] as const) {
        const run = await askEngine(referenceEngine, JSON.stringify(requestOf(folder, input)))
        expect(run.errors).toContain('10 frames')
        expect(run.code).toBe(0)
        expect(await probe(join(folder, 'stereo.mp4'))).toContain(sound)
      }
    },
    limit,
  )

  const giveTheSame = async (mode: string, size: string, count: number) => {
    const [width = 0, height = 0] = size.split('x').map(Number)
    const seconds = count / 30
    const input = await makeClip(join(folder, `same-${size}.mp4`), { size, rate: 30, seconds })
    const make = async (name: string) => {
      const output = join(folder, name)
      const change = { mode, width, height, framerate: 30, duration: seconds, output }
      const run = await askEngine(referenceEngine, JSON.stringify(requestOf(folder, input, change)))
      expect(run.code, run.errors).toBe(0)
      return output
    }
    const [one, two] = [await make('one.mp4'), await make('two.mp4')]
    expect(await probe(one)).toMatch(
      new RegExp(`width=${width}\nheight=${2 * height}\n(.*\n)*nb_frames=${count}\n`),
    )
    expect((await readFile(one)).equals(await readFile(two))).toBe(true)
    expect(await psnr(one, input, `crop=${width}:${height}:0:0`, 'null')).toBeGreaterThan(30)
  }

  it.each([
    ['fast', '1280x640', 3],
    ['accurate.video', '1280x640', 4],
    ['accurate.video', '720x360', 3],
  ])('two runs give the same video to the byte: %s, %s, %i frames', giveTheSame, limit)

  it.each([['fast', '5760x2880', 2]])(
    'two runs give the same video to the byte: %s, %s, %i frames',
    { ...long, timeout: limit },
    giveTheSame,
  )

  it.each(['fast', 'accurate.video'])(
    'killing the engine ends its child processes: %s',
    async mode => {
      const size = { mode, width: 1280, height: 640, duration: 10, framerate: 30 }
      const input = await makeClip(join(folder, 'killed.mp4'), {
        size: '1280x640',
        rate: 30,
        seconds: 10,
        with: ['-preset', 'ultrafast'],
      })
      const engine = startEngine(referenceEngine, JSON.stringify(requestOf(folder, input, size)))
      await engine.saw('progress')
      expect(livingIn(engine.group).length).toBeGreaterThan(2)
      engine.kill('SIGKILL')
      for (let wait = 0; wait < 100 && livingIn(engine.group).length; wait += 1) await sleep(50)
      expect(livingIn(engine.group)).toEqual([])
      expect((await engine.ended).code).toBeNull()
    },
    limit,
  )
})
