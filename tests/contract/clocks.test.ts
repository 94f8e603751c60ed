import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skipOnEmbedded } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { mediaOf, upload } from '../support/storage/tus-uploads'
import { pngFile } from '../support/video/media-files'

const fast = pathToFileURL(path.resolve('tests/support/server/shifted-clock.mjs')).href
const DAY = 86_400_000

/** Days between now and a time. */
const daysUntil = (time: string | number) => (new Date(time).getTime() - Date.now()) / DAY

if (process.env.TEST_DB === 'postgres')
  describe('a server whose clock is 100 days ahead', () => {
    let server: TestServer
    let admin: Api
    beforeAll(async () => {
      server = await startServer({ demo: true, env: { NODE_OPTIONS: `--import ${fast}` } })
      admin = (await demoWorld(server)).of('admin').api
    })
    afterAll(() => server?.stop())

    it('a server with a wrong clock keeps sessions and writes the time of the database', async () => {
      expect((await admin.get('users/me')).status).toBe(200)
      const file = await upload(server.url, admin, await pngFile())
      const { body: media } = await admin.post<Found & { createdAt: string }>('medias', mediaOf(file))
      expect(daysUntil(media.createdAt)).toBeCloseTo(0, 2)
      const [event] = await listAll<Found & { createdAt: string }>(admin, 'events', {
        object: `medias/${media.uid}`,
      })
      expect(daysUntil(event?.createdAt ?? '')).toBeCloseTo(0, 2)
    })

    it('a server with a wrong clock creates tokens and links with the correct lifetime', async () => {
      const form = { name: 'A week', access: 'read', lifetime: '7' }
      const { body: token } = await admin.post<{ expiresAt: string }>('tokens', form)
      expect(daysUntil(token.expiresAt)).toBeCloseTo(7, 2)
      const [media] = await listAll(admin, 'medias', { status: 'completed' })
      const { body: link } = await admin.get<{ url: string }>(`dl/medias/${media?.uid}/file`)
      const until = new URL(server.at(link.url)).searchParams.get('until')
      expect(daysUntil(Number(until) * 1000)).toBeCloseTo(1, 2)
      expect((await fetch(server.at(link.url))).status).toBe(200)
    })
  })
else skipOnEmbedded('the embedded database has the clock of its server')
