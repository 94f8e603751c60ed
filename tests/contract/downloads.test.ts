import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '~/model/grants'
import { makeInstaller } from '~/server/demo/downloads'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { upload } from '../support/storage/tus-uploads'
import { pdfFile } from '../support/video/media-files'

type Download = Found & {
  name: string
  accessible: boolean
  status: string
  downloadCount: number
  downloadLast: string | null
  notes: Record<string, string> | null
  file: { label: string; contentType: string; size: number }
  code?: string
  fields?: object
  url: string
}

let server: TestServer
let world: DemoWorld
let root: Api
let viewer: Api

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
  viewer = world.of('viewer').api
})
afterAll(() => server.stop())

const installer = (name: string) => upload(server.url, root, makeInstaller(name))
const create = async (more: object = {}) =>
  root.post<Download>('downloads', {
    name: 'Tool',
    version: '1.0.0',
    lang: 'en',
    accessible: true,
    file: await installer('Tool 1.0.0'),
    ...more,
  })
const read = async (uid: string) => (await root.get<Download>(`downloads/${uid}`)).body

describe('an installer', () => {
  it('offers an installer to every role while it is accessible and active', async () => {
    const { status, body } = await create({ accessible: false })
    expect([status, body.downloadCount, body.file.contentType]).toEqual([201, 0, 'application/x-msdownload'])
    const path = `downloads/${body.uid}`
    const seen = async (expected: number) => {
      for (const role of roles) {
        if (role === 'root') continue
        const { api } = world.of(role)
        expect([role, (await api.get(path)).status]).toEqual([role, expected])
        expect([role, (await api.get(`dl/${path}/file`)).status]).toEqual([role, expected])
        const listed = (await listAll(api, 'downloads')).some(({ uid }) => uid === body.uid)
        expect([role, listed]).toEqual([role, expected === 200])
      }
    }
    await seen(404)
    await root.patch(path, { accessible: true })
    await seen(200)
    await root.patch(path, { status: 'disabled' })
    await seen(404)
    expect((await root.get(`dl/${path}/file`)).status).toBe(200)
  })

  it('roles other than root get 403 for changes of installers', async () => {
    const { uid } = (await create()).body
    for (const role of ['partner', 'admin', 'viewer'] as const) {
      const { api } = world.of(role)
      expect((await api.post('downloads', { name: 'x' })).status).toBe(403)
      expect((await api.patch(`downloads/${uid}`, { name: 'x' })).status).toBe(403)
      expect((await api.del(`downloads/${uid}`)).status).toBe(403)
    }
    expect((await root.del(`downloads/${uid}`)).status).toBe(200)
    expect((await root.get(`downloads/${uid}`)).status).toBe(404)
  })

  it('counts the downloads of an installer, and restarts the count with another file', async () => {
    const { uid } = (await create()).body
    const path = `downloads/${uid}`
    for (const api of [viewer, viewer, root]) await api.get(`dl/${path}/file`)
    const counted = await read(uid)
    expect(counted.downloadCount).toBe(3)
    expect(Date.now() - Date.parse(counted.downloadLast ?? '')).toBeLessThan(60_000)
    const events = await listAll<Found & { event: string }>(root, 'events', {
      object: path,
      event: 'download',
    })
    expect(events).toHaveLength(3)
    await root.patch(path, { name: 'Tool renamed' })
    expect((await read(uid)).downloadCount).toBe(3)
    await sleep(5)
    const next = await root.patch<Download>(path, { file: await installer('Tool 2.0.0') })
    expect([next.body.downloadCount, next.body.downloadLast]).toEqual([0, null])
    await sleep(5)
    const link = await viewer.get<Download>(`dl/${path}/file`)
    expect((await fetch(server.at(link.body.url))).headers.get('content-disposition')).toBe(
      'attachment; filename="Tool 2.0.0.exe"; filename*=UTF-8\'\'Tool%202.0.0.exe',
    )
    expect((await read(uid)).downloadCount).toBe(1)
    type Report = { results: { changed: number }[] }
    const { results } = (await root.get<Report>('utils/resetcounter/downloads')).body
    expect(results).toEqual([{ name: 'downloads', changed: 0 }])
  })

  it('the download count cannot be written', async () => {
    const { uid } = (await create()).body
    for (const change of [{ downloadCount: 9 }, { downloadLast: new Date().toISOString() }])
      expect((await root.patch(`downloads/${uid}`, change)).status).toBe(403)
  })

  it('an installer requires a file, and accepts only Windows programs', async () => {
    const wrong = await create({ file: await upload(server.url, root, pdfFile()) })
    expect([wrong.status, wrong.body.code]).toEqual([415, 'wrong_file_type'])
    const none = await root.post<Download>('downloads', { name: 'No file' })
    expect([none.status, none.body.fields]).toEqual([422, { file: 'required' }])
  })

  it('sanitizes the notes of an installer', async () => {
    const { body } = await create({
      notes: {
        en: '<h2>New</h2><p onclick="run()">Fast<script>run()</script><iframe src="//x"></iframe></p>',
        fr: '<p><a href="javascript:run()">Nouveau</a></p>',
        es: '<p> </p>',
      },
    })
    expect(body.notes?.en).toBe('<h2>New</h2><p>Fast</p>')
    expect(body.notes?.fr).not.toContain('javascript')
    expect(Object.keys(body.notes ?? {})).toEqual(['en', 'fr'])
  })
})

describe('the list of installers', () => {
  it('filters installers by language and status, and sorts them by count', async () => {
    for (const q of [{ lang: 'fr' }, { accessible: true, status: 'active' }, { accessible: false }]) {
      const found = await listAll<Download>(root, 'downloads', q)
      expect(found.length).toBeGreaterThan(0)
      for (const each of found) expect(each).toMatchObject(q)
    }
    const { body } = await root.get<{ results: Download[] }>(
      'downloads?fsort=downloadCount&osort=desc&batch=100',
    )
    const counts = body.results.map(({ downloadCount }) => downloadCount)
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
  })
})
