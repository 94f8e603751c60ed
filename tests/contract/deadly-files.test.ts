import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { api, login } from '../support/server/api'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { sphereFilm } from '../support/video/films'
import { withHugeComment } from '../support/video/mp4-edits'
import { sendVideo, until, videoReady } from '../support/video/video-jobs'

let server: TestServer | undefined
beforeEach(context => needsFfmpeg(context))
afterEach(async () => {
  await server?.stop()
  server = undefined
})

const start = async (env: Record<string, string> = {}) => {
  server = await startServer({ demo: true, worker: true, env })
  return { server, admin: await login(server.url, 'admin@demo.example', demoPassword) }
}

const isGone = (pid: number | undefined) => {
  try {
    return pid === undefined || !process.kill(pid, 0)
  } catch {
    return true
  }
}

describe('a 360° video', () => {
  it('prepares a 360° video whose comment has 90 MB of control characters', long, async () => {
    const { server, admin } = await start()
    const file = sphereFilm({ seconds: 1 })
    const bytes = withHugeComment(file.bytes, 90_000_000)
    const video = await sendVideo(server.url, admin, { ...file, bytes })
    expect(await videoReady(admin, video.uid)).toMatchObject({ status: 'completed', reason: null })
  })

  it(
    'a 360° video fails with worker_lost after it crashed its reading process three times',
    long,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vecto-deadly-'))
      const [pidFile, ffprobe] = [join(folder, 'pid'), join(folder, 'ffprobe')]
      writeFileSync(pidFile, '')
      writeFileSync(
        ffprobe,
        `#!/bin/sh\ncase "$*" in *show_entries*) kill -9 "$(cat ${pidFile})"; sleep 5;; *) exec ffprobe "$@";; esac\n`,
      )
      chmodSync(ffprobe, 0o755)
      const { server, admin } = await start({ FFPROBE_PATH: ffprobe, WORKER_LOST_SECONDS: '5' })
      writeFileSync(pidFile, String(server.pid()))
      const { uid } = await sendVideo(server.url, admin)
      for (let lost = 1; lost <= 3; lost += 1) {
        await until(async () => isGone(server.pid()), Boolean)
        await server.restart()
        writeFileSync(pidFile, String(server.pid()))
      }
      expect(await videoReady(admin, uid)).toMatchObject({ status: 'ko', reasonCode: 'worker_lost' })
      expect((await api(server.url).get('health')).status).toBe(200)
    },
  )
})
