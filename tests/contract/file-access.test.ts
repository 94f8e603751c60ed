import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '~/model/grants'
import { pictureBytes } from '~/model/pictures'
import { openClient } from '~/server/platform/database/pools'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { forgeriesOf } from '../support/storage/file-links'
import { isOtherStore } from '../support/storage/s3-server'
import { listStore, openStoreOf, storedPath } from '../support/storage/test-store'
import { announce, mediaOf, offsetOf, sendBytes, upload } from '../support/storage/tus-uploads'
import { jpegFile, type MediaFile, pdfFile, pngFile, textFile, zipFile } from '../support/video/media-files'

type Media = {
  uid: string
  status: string
  file: { ref: string }
  thumbRef256: string | null
  company: { ref: string; label: string }
}

const LIMIT = 6
let server: TestServer
let world: DemoWorld
let admin: Api
let partner: Api
let root: Api

beforeAll(async () => {
  server = await startServer({ demo: true, env: { UPLOAD_USER_COUNT: String(LIMIT) } })
  world = await demoWorld(server)
  ;[admin, partner, root] = [world.of('admin').api, world.of('partner').api, world.of('root').api]
})
afterAll(() => server.stop())

const idOf = (path: string) => path.split('/').at(-1) ?? ''
const bytesOf = async (path: string) => buffer(await (await openStoreOf(server)).read(idOf(path)))
const tus = { 'Tus-Resumable': '1.0.0' }

describe('another user’s upload', () => {
  it('another user’s upload stays out of reach whatever is appended to an address', async () => {
    const mine = await announce(admin, zipFile())
    const theirs = await announce(partner, zipFile())
    const id = idOf(theirs.path)
    for (const trick of [`?x=/${id}`, `?/${id}`, `#/${id}`, `/?x=/${id}`, `?x=${id}`, `%3Fx=/${id}`]) {
      const path = `${mine.path}${trick}`
      await admin.call('HEAD', path, { headers: tus })
      await sendBytes(server.url, admin, path, Buffer.from('stolen'))
      await admin.call('DELETE', path, { headers: { ...tus, 'X-HTTP-Method-Override': 'DELETE' } })
      expect([trick, (await offsetOf(partner, theirs.path)).offset]).toEqual([trick, 0])
    }
    const override = { ...tus, 'X-HTTP-Method-Override': 'DELETE' }
    const other = await announce(admin, zipFile())
    await admin.call('HEAD', `${other.path}?x=/${id}`, { headers: override })
    expect((await offsetOf(admin, other.path)).status).toBe(200)
    expect((await offsetOf(partner, theirs.path)).status).toBe(200)
    await admin.call('DELETE', other.path, { headers: tus })
    await partner.call('DELETE', theirs.path, { headers: tus })
  })
})

describe('a file attached to a record', () => {
  it('the uploader can neither delete, change nor query a file attached to a record', async () => {
    const file = zipFile()
    const { path } = await announce(admin, file)
    await sendBytes(server.url, admin, path, file.bytes)
    const descriptor = (await admin.get<Parameters<typeof mediaOf>[0]>(path)).body
    expect((await admin.post('medias', mediaOf(descriptor))).status).toBe(201)
    const answers = [
      await admin.call('DELETE', path, { headers: tus }),
      await sendBytes(server.url, admin, path, Buffer.from('x'), file.bytes.length),
      await sendBytes(server.url, admin, path, Buffer.alloc(0), file.bytes.length),
    ]
    for (const { status, body } of answers)
      expect([status, (body as { code?: string }).code]).toEqual([409, 'file_attached'])
    expect((await offsetOf(admin, path)).status).toBe(409)
    expect((await bytesOf(path)).equals(file.bytes)).toBe(true)
  })

  it('either the creation of a media or the concurrent deletion of its upload succeeds', long, async () => {
    for (let round = 0; round < 5; round += 1) {
      const descriptor = await upload(server.url, admin, textFile(`${round}.txt`))
      const [made, deleted] = await Promise.all([
        admin.post<Media>('medias', mediaOf(descriptor)),
        admin.call('DELETE', `files/${idOf(descriptor.ref)}`, { headers: tus }),
      ])
      expect([made.status === 201, deleted.status === 204].filter(Boolean)).toHaveLength(1)
      expect((await listStore(server)).includes(idOf(descriptor.ref))).toBe(made.status === 201)
    }
  })
})

describe('a download link', () => {
  it('a download link exists only for declared file fields, and only for the record’s own file', async () => {
    const [foreign] = await listAll<Media>(root, 'medias', {
      company: world.companiesOf(world.of('admin').actor, 'foreign').map(uid => `companies/${uid}`),
      contentType: 'image/jpeg',
      status: 'completed',
    })
    const id = idOf(foreign?.file.ref ?? '')
    expect(id).toHaveLength(20)
    const { body } = await admin.post<Media>('medias', mediaOf(await upload(server.url, admin, pdfFile())))
    expect((await admin.patch(`medias/${body.uid}`, { name: id })).status).toBe(200)
    expect((await admin.patch(`users/${world.of('admin').actor.uid}`, { firstname: id })).status).toBe(200)
    for (const path of [
      `medias/${body.uid}/name`,
      `medias/${body.uid}/uid`,
      `medias/${body.uid}/checksum`,
      `users/${world.of('admin').actor.uid}/firstname`,
    ])
      for (const route of ['dl', 'dl2'])
        expect([path, (await admin.get(`${route}/${path}`)).status]).toEqual([path, 404])
    expect((await admin.get(`dl/medias/${body.uid}/file`)).status).toBe(200)
  })

  it('a download link has the file name it was made for, and is cached privately', async () => {
    const { body } = await admin.post<Media>(
      'medias',
      mediaOf(await upload(server.url, admin, pdfFile('a.pdf'))),
    )
    const { url } = (await admin.get<{ url: string }>(`dl/medias/${body.uid}/file`)).body
    const answer = await fetch(server.at(url))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toMatch(/^private/)
    const renamed = url.replace('a.pdf', 'b.exe')
    for (const forged of [renamed, ...forgeriesOf(url)])
      expect((await fetch(server.at(forged))).status).toBe(403)
  })

  it('records what was downloaded through dl and shown through dl2 in the history', async () => {
    const { body } = await admin.post<Media>(
      'medias',
      mediaOf(await upload(server.url, admin, await jpegFile())),
    )
    await eventually(
      async () => (await admin.get<Media>(`medias/${body.uid}`)).body.status,
      status => status === 'completed',
    )
    await admin.get(`dl/medias/${body.uid}/file`)
    await admin.get(`dl2/medias/${body.uid}/thumbRef256`)
    const q = encodeURIComponent(
      JSON.stringify({ object: `medias/${body.uid}`, event: ['download', 'view'] }),
    )
    type Fetched = { event: string; args: { field: string } }
    const fetched = async () => (await admin.get<{ results: Fetched[] }>(`events?q=${q}`)).body.results
    expect((await fetched()).map(({ event, args }) => [event, args.field])).toEqual([['download', 'file']])
    await admin.get(`dl2/medias/${body.uid}/file`)
    expect((await fetched()).map(({ event }) => event).sort()).toEqual(['download', 'view'])
  })
})

describe('uploading', () => {
  it('a role whose forms take pictures only cannot upload anything larger than a picture', async () => {
    const large = { ...zipFile(), bytes: Buffer.alloc(pictureBytes + 1) }
    for (const role of roles) {
      const { answer, path } = await announce(world.of(role).api, large)
      const may = ['root', 'partner', 'admin'].includes(role)
      expect([role, answer.status]).toEqual([role, may ? 201 : 413])
      if (may) await world.of(role).api.call('DELETE', path, { headers: tus })
    }
  })

  it('enforces the upload quota of a user under concurrency', async () => {
    const admin2 = root
    const answers = await Promise.all(Array.from({ length: LIMIT * 3 }, () => announce(admin2, zipFile())))
    const taken = answers.filter(({ answer }) => answer.status === 201)
    const refused = answers.filter(({ answer }) => answer.status === 409)
    expect([taken.length, refused.length]).toEqual([LIMIT, LIMIT * 2])
    expect(refused[0]?.answer.body).toMatchObject({
      code: 'upload_quota',
      params: { uploads: LIMIT },
    })
    for (const { path } of taken) await admin2.call('DELETE', path, { headers: tus })
    expect((await announce(admin2, zipFile())).answer.status).toBe(201)
  })

  it('refuses an upload of deferred length, without a tus version, or larger than the disk', async () => {
    const headers = { ...tus, 'Upload-Defer-Length': '1', 'Upload-Metadata': 'filename YQ==' }
    const deferred = await partner.call('POST', 'files', { headers })
    expect([deferred.status, deferred.body.code]).toEqual([400, 'invalid_body'])
    const bare = await partner.call('POST', 'files', { headers: { 'Upload-Length': '3' } })
    expect([bare.status, bare.body]).toEqual([
      412,
      { code: 'tus_version', message: 'The header Tus-Resumable must be 1.0.0' },
    ])
    const tooMuch = { ...tus, 'Upload-Length': String(99 * 1024 ** 4) }
    expect((await partner.call('POST', 'files', { headers: tooMuch })).status).toBe(413)
  })

  it('refuses invalid content types, such as those with NUL or line breaks', async () => {
    const wrong = { 'video/mp4\0': 400, 'text/plain\r\nX: y': 400, text: 415, '../..': 415, 'a b/c': 415 }
    for (const [contentType, expected] of Object.entries(wrong)) {
      const { answer } = await announce(partner, { ...zipFile(), contentType })
      expect([contentType, answer.status]).toEqual([contentType, expected])
    }
  })

  it('completes an upload whose last response was lost when its descriptor is requested', async () => {
    const file = pdfFile()
    const { path } = await announce(partner, file)
    // All bytes are stored, and the process ended before it checked them.
    const store = (await openStoreOf(server)).createUploadStore()
    await store.write(Readable.from([file.bytes]), idOf(path), 0)
    expect((await partner.get(path)).body).toMatchObject({ contentType: 'application/pdf', label: file.name })
  })
})

/** Servers on PostgreSQL run this task once per hour: make the last run an hour old. */
const makeCollectionDue = async () => {
  if (!server.env.DATABASE_URL) return
  const client = await openClient(server.env.DATABASE_URL)
  await client.query(
    `update task_runs set began_at = now() - interval '2 hours' where name = 'collect-orphans'`,
  )
  await client.end()
}

describe('files without a row', () => {
  it('deletes orphaned files a week after their last change', long, async context => {
    context.skip(isOtherStore, 'Only a store of the tests’ own can be given a file of a week ago')
    const [old, fresh] = ['o'.repeat(20), 'f'.repeat(20)]
    for (const name of [old, fresh]) writeFileSync(storedPath(server, name), 'left behind')
    const [longAgo, hourAgo] = [8 * 24, 2].map(hours => new Date(Date.now() - hours * 3_600_000))
    utimesSync(storedPath(server, old), longAgo ?? 0, longAgo ?? 0)
    utimesSync(storedPath(server, fresh), hourAgo ?? 0, hourAgo ?? 0)
    await makeCollectionDue()
    await server.restart()
    await eventually(
      () => existsSync(storedPath(server, old)),
      isThere => !isThere,
    )
    expect(await listStore(server)).toContain(fresh)
  })
})

describe('an image that exhausts the memory', () => {
  const residentMegabytes = () => {
    const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
  }

  it(
    'completes without thumbnails, delays no other image, and leaves the server’s memory unchanged',
    long,
    async () => {
      const [width, height] = [12_000, 12_000]
      const create = { width, height, channels: 3, background: '#123' } as const
      const bytes = await sharp({ create, limitInputPixels: false })
        .toColourspace('rgb16')
        .png({ progressive: true })
        .toBuffer()
      const before = residentMegabytes()
      const bomb: MediaFile = { name: 'bomb.png', contentType: 'image/png', bytes }
      const make = async (file: MediaFile) =>
        (await admin.post<Media>('medias', mediaOf(await upload(server.url, admin, file)))).body.uid
      const [bad, good] = [await make(bomb), await make(await pngFile())]
      const done = (uid: string) =>
        eventually(
          async () => (await admin.get<Media>(`medias/${uid}`)).body,
          ({ status }) => status === 'completed',
        )
      expect((await done(good)).thumbRef256).not.toBeNull()
      expect((await done(bad)).thumbRef256).toBeNull()
      expect(residentMegabytes() - before).toBeLessThan(100)
    },
  )
})
