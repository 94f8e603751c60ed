import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { endOf, forgeriesOf, isOwnLink } from '../support/storage/file-links'
import { announce, mediaOf, offsetOf, sendBytes, upload } from '../support/storage/tus-uploads'
import { htmlFile, jpegFile, pdfFile, pngFile, svgFile, zipFile } from '../support/video/media-files'

type Media = {
  uid: string
  status: string
  thumbRef256: string | null
  thumbRef128: string | null
  size: number
  updatedAt: string
  deletableAt: string | null
  code?: string
  url: string
}

let server: TestServer
let world: DemoWorld
let admin: Api
let root: Api

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  admin = world.of('admin').api
  root = world.of('root').api
})
afterAll(() => server.stop())

const until = async (uid: string, status: string) => {
  for (let tries = 0; tries < 100; tries++) {
    const { body } = await admin.get<Media>(`medias/${uid}`)
    if (body.status === status) return body
    await sleep(50)
  }
  throw new Error(`media ${uid} never became ${status}`)
}

const create = async (file: Parameters<typeof upload>[2], more: object = {}) =>
  admin.post<Media>('medias', mediaOf(await upload(server.url, admin, file), more))

describe('an upload', () => {
  it('an upload returns a file descriptor made by the server', async () => {
    const file = pdfFile('../../etc/Plan ../é.pdf')
    const descriptor = await upload(server.url, admin, file)
    expect(descriptor).toMatchObject({
      label: 'é.pdf',
      contentType: 'application/pdf',
      size: file.bytes.length,
      bucket: 'local',
    })
    expect(descriptor.md5Hash).toBe(createHash('md5').update(file.bytes).digest('base64'))
    expect(descriptor.tempPath).toMatch(/^temp--\w+--\w+$/)
  })

  it('returns 404 for the upload of another user', async () => {
    const { path } = await announce(admin, zipFile())
    const stranger = world.of('partner').api
    expect((await offsetOf(stranger, path)).status).toBe(404)
    expect((await stranger.get(path)).status).toBe(404)
    expect((await sendBytes(server.url, stranger, path, Buffer.from('x'))).status).toBe(404)
    expect((await stranger.call('DELETE', path, { headers: { 'Tus-Resumable': '1.0.0' } })).status).toBe(404)
    expect((await offsetOf(admin, path)).status).toBe(200)
  })

  it('resumes an upload after kill -9 at the stored offset, with the correct MD5', async () => {
    const bytes = Buffer.concat([zipFile().bytes, randomBytes(3_000_000)])
    const { path } = await announce(admin, { ...zipFile('big.zip'), bytes })
    await sendBytes(server.url, admin, path, bytes.subarray(0, 2_000_000))
    await server.kill9()
    await server.restart()
    expect((await offsetOf(admin, path)).offset).toBe(2_000_000)
    expect((await sendBytes(server.url, admin, path, bytes.subarray(2_000_000), 2_000_000)).status).toBe(204)
    const { body } = await admin.get(path)
    expect(body.md5Hash).toBe(createHash('md5').update(bytes).digest('base64'))
  })

  it('refuses an upload whose bytes are not of the declared type', async () => {
    const disguised = { ...zipFile('film.mp4'), contentType: 'video/mp4' }
    const { path } = await announce(admin, disguised)
    const { status, body } = await sendBytes(server.url, admin, path, disguised.bytes)
    expect([status, body.code]).toEqual([415, 'wrong_file_type'])
    expect((await admin.get(path)).status).toBe(404)
  })

  it('refuses an upload whose first part is not of the declared type', async () => {
    const bytes = Buffer.concat([zipFile().bytes, randomBytes(3_000_000)])
    const disguised = { ...zipFile('film.mp4'), contentType: 'video/mp4', bytes }
    const { path } = await announce(admin, disguised)
    const { status, body } = await sendBytes(server.url, admin, path, bytes.subarray(0, 1_500_000))
    expect([status, body.code]).toEqual([415, 'wrong_file_type'])
    expect(body.params).toEqual({ type: 'video/mp4', found: 'application/zip', name: 'film.mp4' })
    expect((await offsetOf(admin, path)).status).toBe(404)
  })

  it('returns the same descriptor for each query of a complete upload', async () => {
    const file = zipFile('asked-twice.zip')
    const { path } = await announce(admin, file)
    await sendBytes(server.url, admin, path, file.bytes)
    expect(await offsetOf(admin, path)).toEqual({ status: 200, offset: file.bytes.length })
    const descriptor = await upload(server.url, admin, file)
    const [first, second] = [await admin.get(path), await admin.get(path)]
    expect([first.status, second.body]).toEqual([200, first.body])
    const { ref, tempPath } = { ...descriptor, ...first.body }
    expect((await admin.post('medias', mediaOf({ ...descriptor, ref, tempPath }))).status).toBe(201)
    // 409 once a media has claimed the file: the panel then starts another upload.
    expect((await offsetOf(admin, path)).status).toBe(409)
  })

  it('refuses an upload whose bytes differ from the declared MD5', async () => {
    const file = pdfFile()
    const { path } = await announce(admin, file, { md5Hash: 'AAAAAAAAAAAAAAAAAAAAAA==' })
    const { status, body } = await sendBytes(server.url, admin, path, file.bytes)
    expect([status, body.code]).toEqual([422, 'checksum_mismatch'])
  })
})

describe('a media', () => {
  it('serves thumbnails of a completed media without a session', async () => {
    const { status, body } = await create(await jpegFile())
    expect(status).toBe(201)
    const media = await until(body.uid, 'completed')
    for (const link of [media.thumbRef256, media.thumbRef128]) {
      const answer = await fetch(server.at(link))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
    expect(media.updatedAt).toBe(body.updatedAt)
  })

  it('refuses a media whose declared checksum, type or size differs from the upload', async () => {
    const descriptor = await upload(server.url, admin, pdfFile())
    for (const forged of [
      { checksum: 'b64-AAAA' },
      { contentType: 'image/png' },
      { file: { ...descriptor, size: 1 } },
    ]) {
      const { status, body } = await admin.post<Media>('medias', mediaOf(descriptor, forged))
      expect([status, body.code]).toEqual([422, 'checksum_mismatch'])
    }
    expect((await admin.post('medias', mediaOf(descriptor))).status).toBe(201)
  })

  it('a media claims an upload once, and only one of the same user', async () => {
    const descriptor = await upload(server.url, admin, pdfFile())
    expect((await root.post('medias', mediaOf(descriptor))).status).toBe(422)
    expect((await admin.post('medias', mediaOf(descriptor))).status).toBe(201)
    expect((await admin.post('medias', mediaOf(descriptor))).status).toBe(422)
  })

  it('schedules a media for deletion, restores it, and deletes it on its day', async () => {
    const { body } = await create(await pngFile())
    await until(body.uid, 'completed')
    expect((await admin.del(`medias/${body.uid}`, { delay: 3 })).status).toBe(403)
    const marked = (await root.del<Media>(`medias/${body.uid}`, { delay: 3 })).body
    expect(marked.status).toBe('deletable')
    expect(Math.round((Date.parse(marked.deletableAt ?? '') - Date.now()) / 86_400_000)).toBe(3)
    expect((await root.get<Media>(`medias/${body.uid}/regenerate`)).body.code).toBe('state')
    expect((await root.patch<Media>(`medias/${body.uid}/restore`)).body).toMatchObject({
      status: 'completed',
      deletableAt: null,
    })
    expect((await root.patch<Media>(`medias/${body.uid}/restore`)).body.code).toBe('state')
    for (const delay of [-1, 1.5, 'x'])
      expect((await root.del(`medias/${body.uid}`, { delay })).status).toBe(422)
    await root.del(`medias/${body.uid}`)
    await server.restart()
    for (let tries = 0; (await root.get(`medias/${body.uid}`)).status !== 404; tries++) {
      expect(tries).toBeLessThan(100)
      await sleep(50)
    }
  })
})

describe('a checksum', () => {
  type Found = { results: { uid: string }[]; meta: { count: number } }
  const holding = (api: Api, resource: string, md5Hash: unknown) => {
    const q = encodeURIComponent(JSON.stringify({ 'file.md5Hash': md5Hash }))
    return api.get<Found>(`${resource}?q=${q}`)
  }

  it('finds medias by checksum only within the reader’s companies', async () => {
    const file = { ...zipFile('once.zip'), bytes: Buffer.concat([zipFile().bytes, randomBytes(40)]) }
    const descriptor = await upload(server.url, admin, file)
    const { body } = await admin.post<Media>('medias', mediaOf(descriptor))
    const uids = async (api: Api) =>
      (await holding(api, 'medias', descriptor.md5Hash)).body.results.map(({ uid }) => uid)
    expect(await uids(admin)).toEqual([body.uid])
    expect(await uids(root)).toEqual([body.uid])
    expect(await uids((await world.personNamed('admin2')).api)).toEqual([])
    expect((await holding(world.of('viewer').api, 'medias', descriptor.md5Hash)).status).toBe(403)
    expect((await holding(admin, 'videos360', descriptor.md5Hash)).body.meta.count).toBe(0)
  })

  it('the checksum is text, and the only property of a file that lists filter by', async () => {
    for (const value of [1, true, {}, [null, 2]])
      expect([value, (await holding(admin, 'medias', value)).status]).toEqual([
        value,
        Object.keys(Object(value)).length === 0 && typeof value === 'object' ? 200 : 400,
      ])
    for (const path of ['file.tempPath', 'file.ref', 'file', 'thumbRef256.md5Hash', 'file.md5Hash.x']) {
      const q = encodeURIComponent(JSON.stringify({ [path]: 'x' }))
      expect([path, (await admin.get(`medias?q=${q}`)).status]).toEqual([path, 400])
    }
  })
})

describe('a download link', () => {
  const linkTo = async (file: Parameters<typeof upload>[2]) => {
    const { body } = await create(file)
    return (await admin.get<Media>(`dl/medias/${body.uid}/file`)).body.url
  }

  it('a download link serves ranges and is valid for 86400 seconds', async () => {
    const file = pdfFile()
    const url = await linkTo(file)
    const answer = await fetch(server.at(url), { headers: { Range: 'bytes=0-3' } })
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      206,
      '%PDF',
      `bytes 0-3/${file.bytes.length}`,
    ])
    expect(Math.abs(endOf(url) - Date.now() / 1000 - 86_400)).toBeLessThan(60)
  })

  it('redirects to the download link with ?redirect and records a download in the history', async () => {
    const { body } = await create(zipFile())
    const { status, headers } = await admin.get(`dl/medias/${body.uid}/file?redirect`)
    expect([status, (await fetch(server.at(headers.get('location')))).status]).toEqual([302, 200])
    const events = await admin.get<{ results: { event: string }[] }>(
      `events?q=${encodeURIComponent(JSON.stringify({ object: `medias/${body.uid}` }))}`,
    )
    expect(events.body.results.map(each => each.event)).toContain('download')
  })

  it.each([
    ['dl', /^attachment; filename="/],
    ['dl2', /^inline; filename="/],
  ])('a download link of %s sets the content disposition of a PNG', async (call, disposition) => {
    const { body } = await create(await pngFile())
    const { url } = (await admin.get<Media>(`${call}/medias/${body.uid}/file`)).body
    const { headers } = await fetch(server.at(url))
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'image/png',
      expect.stringMatching(disposition),
    ])
  })

  it('serves a PDF inline, in frames of the same origin only', async () => {
    const { body } = await create(pdfFile())
    const { url } = (await admin.get<Media>(`dl2/medias/${body.uid}/file`)).body
    const { headers } = await fetch(server.at(url))
    expect(headers.get('content-disposition')).toMatch(/^inline/)
    if (!isOwnLink(url)) return
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'self'$/)
  })

  it('refuses a download link with any character changed', async () => {
    const url = await linkTo(pdfFile())
    for (const forged of forgeriesOf(url)) expect((await fetch(server.at(forged))).status).toBe(403)
  })

  it.each([
    ['HTML', htmlFile()],
    ['SVG', svgFile()],
    ['a zip', zipFile()],
  ])('serves %s as an attachment, sandboxed and with nosniff', async (_name, file) => {
    const link = await linkTo(file)
    const { headers } = await fetch(server.at(link))
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    // A URL of a file store has another origin, without a session.
    if (!isOwnLink(link)) return
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox/)
  })

  it('returns 404 for a download link to another company’s media', async () => {
    const { body } = await create(pdfFile())
    const stranger = (await world.personNamed('admin2')).api
    expect((await stranger.get(`dl/medias/${body.uid}/file`)).status).toBe(404)
    expect((await admin.get(`dl/medias/${body.uid}/name`)).status).toBe(404)
    expect((await admin.get('dl/nothing/x/file')).status).toBe(404)
  })
})
