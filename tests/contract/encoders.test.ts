import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodersOf } from '~/server/video/encoder-trial'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { compiled } from '../support/server/compiled-server'
import { demoWorld } from '../support/server/demo-world'
import { startProcess } from '../support/server/server-process'
import { startServer, type TestServer } from '../support/server/test-server'
import { ffmpegPath, newFolder, probe } from '../support/video/sphere-material'
import { sendVideo, type Vecto, vectoEnded, vectoForm, videoReady } from '../support/video/video-jobs'

beforeEach(needsFfmpeg)

let server: TestServer | undefined
afterEach(() => server?.stop())

const start = async (FFMPEG_ENCODER: string, more: Readonly<Record<string, string>> = {}) => {
  server = await startServer({ demo: true, worker: true, env: { FFMPEG_ENCODER, ...more } })
  return server
}

const refusal = /FFMPEG_ENCODER=mpeg4 is refused: .*has .*libx264.*; without FFMPEG_ENCODER, libx264 is used/

describe('FFMPEG_ENCODER', () => {
  it('a server whose encoder is refused states the remedy, serves requests and takes no videos', async () => {
    const running = await start('mpeg4')
    const { url, output } = running
    await eventually(output, text => refusal.test(text))
    expect((await fetch(`${url}/parse/health`)).status).toBe(200)
    const admin = (await demoWorld(running)).of('admin').api
    expect((await admin.get('processing')).body).toMatchObject({ ready: false, missing: ['worker'] })
  })

  if (process.env.TEST_DB === 'postgres')
    it('a worker whose encoder is refused does not start, and states the remedy', async () => {
      const { url, env } = await start('')
      const own = { ...env, WORKER_JOBS: '1', WORKER_NAME: 'north', FFMPEG_ENCODER: 'mpeg4' }
      const worker = await startProcess([compiled('worker')], own, `${url}/parse/health`)
      const [code] =
        worker.child.exitCode === null ? await once(worker.child, 'exit') : [worker.child.exitCode]
      expect([code, worker.output()]).toEqual([1, expect.stringMatching(refusal)])
    })

  it(
    'a 3D video is encoded by the named encoder, and its file for browsers in H.264',
    long,
    async context => {
      context.skip(!(await encodersOf(ffmpegPath())).has('libx265'), 'this ffmpeg has no libx265')
      const running = await start('libx265')
      const world = await demoWorld(running)
      const [admin, root] = [world.of('admin').api, world.of('root').api]
      const video = await videoReady(admin, (await sendVideo(running.url, admin)).uid)
      const { body } = await admin.post<Vecto>('videos3d', vectoForm(video.uid))
      expect(await vectoEnded(admin, video.uid, body.uid)).toMatchObject({ status: 'completed' })
      const folder = newFolder('encoders')
      const shown = async (file: string) => {
        const link = (await root.get<{ url: string }>(`dl/${file}`)).body.url
        const path = join(folder, 'file.mp4')
        writeFileSync(path, Buffer.from(await (await fetch(running.at(link))).arrayBuffer()))
        return probe(path)
      }
      const record = `videos/${video.uid}/vectos/${body.uid}`
      const result = await shown(`${record}/files.data`)
      expect(result).toMatch(/codec_name=hevc[\s\S]*codec_tag_string=hvc1/)
      expect(result).toContain('Spherical Mapping')
      for (const file of [`${record}/lowFile`, `videos/${video.uid}/lowFile`])
        expect(await shown(file)).toContain('codec_name=h264')
    },
  )
})
