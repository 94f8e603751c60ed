import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Upload } from '@tus/server'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openServices } from '~/server/app/open-services'
import { collectOrphans, expireUploads } from '~/server/features/uploads/orphans'
import { readConfig } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { openFileStore } from '~/server/platform/storage/drivers'
import type { FileStore } from '~/server/platform/storage/file-store'
import { folderStore } from '~/server/platform/storage/folder-store'
import { ForeignStore } from '~/server/platform/storage/store-checks'
import type { Services } from '~/server/records/context'
import { migratedDatabase } from '../support/database/server-database'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { needsFfmpeg, skipOnEmbedded } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { command, startCommand } from '../support/server/backups'
import { compiled } from '../support/server/compiled-server'
import { newDataFolder } from '../support/server/data-folder'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { type ServerProcess, startProcess } from '../support/server/server-process'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { objectsIn, unfinishedIn } from '../support/storage/s3-objects'
import { type S3Server, startS3 } from '../support/storage/s3-server'
import { openStoreOf } from '../support/storage/test-store'
import { announce, mediaOf, offsetOf, sendBytes, sendStalled, upload } from '../support/storage/tus-uploads'
import { sphereFilm } from '../support/video/films'
import { jpegFile, pdfFile, zipFile } from '../support/video/media-files'
import { flatEngine, sendVideo, vectoEnded, vectoForm, videoReady } from '../support/video/video-jobs'

const MB = 1024 ** 2
const SECRET_KEYS = `1:${randomBytes(32).toString('base64url')}`

type Media = { uid: string; status: string; thumbRef256: string; code?: string }

if (process.env.TEST_DB === 'postgres')
  describe('servers and a worker that share a bucket and a database, and no folder', long, () => {
    const folders = [1, 2, 3].map(() => newDataFolder('storage'))
    const [one = '', two = '', three = ''] = folders
    let s3: S3Server
    let first: TestServer
    let second: TestServer
    let worker: ServerProcess | undefined
    let env: Record<string, string>
    let world: DemoWorld
    let admin: Api
    let elsewhere: Api
    let root: Api

    const launchWorker = () =>
      startProcess(
        [compiled('worker')],
        { ...first.env, DATA_DIR: three, WORKER_JOBS: '1', VECTO_ENGINE: flatEngine },
        `${first.url}/parse/health`,
      )

    beforeAll(async () => {
      s3 = await startS3()
      env = { ...s3.settings, S3_PREFIX: 'shared/', SECRET_KEYS, DEMO_PASSWORD: demoPassword }
      first = await startServer({ demo: true, dataDir: one, env })
      const { DATABASE_URL = '' } = first.env
      second = await startServer({ dataDir: two, env: { ...env, DATABASE_URL } })
      world = await demoWorld(first)
      admin = world.of('admin').api
      root = world.of('root').api
      elsewhere = (await demoWorld(second)).of('admin').api
      worker = await launchWorker()
    })
    afterAll(async () => {
      await worker?.end('SIGTERM')
      await Promise.all([first?.stop(), second?.stop()])
      await s3.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    })
    beforeEach(context => needsFfmpeg(context))

    const keysIn = async () =>
      (await objectsIn(s3.settings, 'shared/')).filter(key => !key.startsWith('vecto-database'))
    const unfinished = () => unfinishedIn(s3.settings)
    const withServices = async <T>(work: (services: Services) => Promise<T>) => {
      const { services, close } = await openServices(
        readConfig({ ...first.env, LOG_LEVEL: 'silent' }, 'test'),
      )
      try {
        return await work(services)
      } finally {
        await close()
      }
    }
    const completed = (api: Api, uid: string) =>
      eventually(
        async () => (await api.get<Media>(`medias/${uid}`)).body,
        ({ status }) => status === 'completed',
      )

    it('servers with a shared bucket store all files there, demo files included', async () => {
      for (const folder of [one, two]) expect(existsSync(join(folder, 'files'))).toBe(false)
      const list = await elsewhere.get<{ results: Media[] }>('medias?batch=10')
      const [media] = list.body.results
      // Both servers share their keys, so a link of one is valid on the other.
      const answer = await fetch(first.at(media?.thumbRef256 ?? ''))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(new URL(answer.url).origin).toBe(s3.settings.S3_ENDPOINT)
    })

    it('a server continues an upload that the other server began, and makes its thumbnails', async () => {
      const picture = await jpegFile()
      const bytes = Buffer.concat([picture.bytes, randomBytes(12 * MB)])
      const { path } = await announce(admin, { ...picture, bytes })
      await sendBytes(first.url, admin, path, bytes.subarray(0, 7 * MB))
      const { offset } = await offsetOf(elsewhere, path)
      expect(offset).toBe(7 * MB)
      const sent = await sendBytes(second.url, elsewhere, path, bytes.subarray(offset), offset)
      expect(sent.status).toBe(204)
      const { body: descriptor } = await admin.get<Parameters<typeof mediaOf>[0]>(path)
      const made = await elsewhere.post<Media>('medias', mediaOf(descriptor))
      expect((await completed(admin, made.body.uid)).thumbRef256).toMatch(/^\/parse\/blob\//)
    })

    it('the newest request interrupts an older one that writes the same upload', async () => {
      const bytes = Buffer.concat([zipFile().bytes, randomBytes(11 * MB)])
      const { path } = await announce(admin, { ...zipFile(), bytes })
      const stalled = sendStalled(first.url, admin, path, bytes.subarray(0, 6 * MB))
      await new Promise(resolve => setTimeout(resolve, 500))
      const { offset } = await offsetOf(elsewhere, path)
      const sent = await sendBytes(second.url, elsewhere, path, bytes.subarray(offset), offset)
      expect(sent.status).toBe(204)
      stalled.leave()
      await stalled.ended
      const { body } = await admin.get<{ size: number; md5Hash: string }>(path)
      expect(body.size).toBe(bytes.length)
    })

    it('a worker with its own folder makes videos from the shared bucket', async () => {
      const video = await sendVideo(first.url, admin, sphereFilm())
      const ready = await videoReady(admin, video.uid)
      expect([ready.status, ready.reason]).toEqual(['completed', null])
      const made = await elsewhere.post<{ uid: string }>('videos3d', vectoForm(video.uid))
      const vecto = await vectoEnded(admin, video.uid, made.body.uid)
      expect([vecto.status, vecto.reason]).toEqual(['completed', null])
      const link = await root.get<{ url: string }>(
        `dl/videos/${video.uid}/vectos/${made.body.uid}/files.data`,
      )
      expect(link.body).toMatchObject({ url: expect.any(String) })
      const range = await fetch(link.body.url, { headers: { range: 'bytes=4-7' } })
      expect([range.status, await range.text()]).toEqual([206, 'ftyp'])
      expect(readdirSync(join(three, 'work'))).toEqual([])
      for (const folder of folders) expect(existsSync(join(folder, 'files'))).toBe(false)
    })

    it('serves what needs no file while the store is unavailable, and answers 503 to the rest', async () => {
      const bytes = Buffer.concat([zipFile().bytes, randomBytes(9 * MB)])
      const { path } = await announce(admin, { ...zipFile(), bytes })
      await sendBytes(first.url, admin, path, bytes.subarray(0, 6 * MB))
      const film = await upload(first.url, admin, sphereFilm())
      await s3.kill()
      expect((await admin.get('medias?batch=10')).status).toBe(200)
      expect((await admin.post('videos360', { name: 'Later', file: film })).status).toBe(201)
      const before = await withServices(({ database }) => database.query(sql`select id from files`))
      const refused = [
        (await announce(admin, pdfFile())).answer,
        await sendBytes(first.url, admin, path, bytes.subarray(6 * MB), 6 * MB),
        await admin.call('HEAD', path, { headers: { 'Tus-Resumable': '1.0.0' } }),
      ]
      for (const { status, headers } of refused)
        expect([status, headers.get('retry-after')]).toEqual([503, '5'])
      const after = await withServices(({ database }) => database.query(sql`select id from files`))
      expect(after).toEqual(before)
      const health = await first.restart().then(() => fetch(`${first.url}/parse/health`))
      expect([health.status, (await health.json()).files]).toEqual([200, 'unavailable'])

      await s3.restart()
      const { offset } = await offsetOf(admin, path)
      expect(offset).toBe(6 * MB)
      expect((await sendBytes(first.url, admin, path, bytes.subarray(offset), offset)).status).toBe(204)
      const list = await admin.get<{ results: { uid: string; name: string }[] }>('videos?batch=10')
      const later = list.body.results.find(({ name }) => name === 'Later')
      expect((await videoReady(admin, later?.uid ?? '')).status).toBe('completed')
    })

    it('a server of another database neither starts on the bucket nor deletes its files', async () => {
      const foreign = { ...env, DEMO: '0', WORKER_JOBS: '0' }
      await expect(startServer({ env: foreign })).rejects.toThrow(/holds the files of another database/)
      const before = await keysIn()
      const { database, close } = await migratedDatabase()
      try {
        const files = await openStoreOf(first)
        const collecting = withServices(services => collectOrphans({ ...services, files, database }, 0))
        await expect(collecting).rejects.toThrow(ForeignStore)
      } finally {
        await close()
      }
      expect(await keysIn()).toEqual(before)
    })

    it('deletes removed files from the bucket, with parts of abandoned uploads', async () => {
      const media = (await admin.post<Media>('medias', mediaOf(await upload(first.url, admin, pdfFile()))))
        .body
      const { body } = await admin.get<{ file: { ref: string } }>(`medias/${media.uid}`)
      const id = body.file.ref.slice('files/'.length)
      expect((await keysIn()).some(key => key.startsWith(id))).toBe(true)
      await root.del(`medias/${media.uid}`)
      await first.restart()
      await eventually(keysIn, keys => !keys.some(key => key.startsWith(id)))
      const { path } = await announce(admin, { ...zipFile(), bytes: randomBytes(9 * MB) })
      await sendBytes(first.url, admin, path, Buffer.concat([zipFile().bytes, randomBytes(6 * MB)]))
      expect(await unfinished()).not.toEqual([])
      await withServices(async services => {
        await expireUploads(services, 0)
        await collectOrphans(services, 0)
        const rows = await services.database.query<{ id: string }>(sql`select id from files`)
        const known = new Set(rows.map(row => row.id))
        const left = (await keysIn()).filter(key => !known.has(key.replace(/\..*$/, '')))
        expect(left).toEqual([])
      })
      expect(await unfinished()).toEqual([])
    })
  })
else skipOnEmbedded('the embedded database serves one server alone')

describe('copying all files', long, () => {
  const place = mkdtempSync(join(tmpdir(), 'vecto-copying-'))
  const filesIn = (folder: string) => folderStore(join(place, folder, 'files'), { usableBytes: () => 1e12 })
  let s3: S3Server
  let env: Record<string, string>

  beforeAll(async () => {
    s3 = await startS3()
    env = { ...s3.settings, S3_PREFIX: 'copy/', TMPDIR: place, DATA_DIR: join(place, 'data') }
  })
  afterAll(async () => {
    await s3.stop()
    rmSync(place, { recursive: true, force: true })
  })

  const copies = () => objectsIn(s3.settings, 'copy/')
  const idsIn = async (store: FileStore) => {
    const ids: string[] = []
    for await (const id of store.list()) ids.push(id)
    return ids.sort()
  }

  it('copies all files to a bucket and back, continues after kill -9, and skips unfinished uploads', async () => {
    const from = filesIn('data')
    for (let made = 0; made < 300; made += 1) await from.write(newUid(), randomBytes(50_000))
    const whole = await idsIn(from)
    const unfinished = new Upload({ id: newUid(), size: 9, offset: 0 })
    await from.createUploadStore().create(unfinished)
    const killed = startCommand('files-copy', ['folder', 's3'], env)
    await eventually(copies, ({ length }) => length > 30)
    killed.child.kill('SIGKILL')
    await killed.ended
    const { status, output } = await command('files-copy', ['folder', 's3'], env)
    const done = /Done: [1-9]\d* copied .* [1-9]\d* there already, 1 unfinished/
    expect([status, output]).toEqual([0, expect.stringMatching(done)])
    expect((await command('files-copy', ['folder', 's3'], env)).output).toMatch(/Done: 0 copied/)

    const [one = ''] = whole
    const bucket = await openFileStore(readConfig(env, 'test'), { usableBytes: () => 1 })
    await bucket.write(one, randomBytes(50_000))
    const mended = await command('files-copy', ['folder', 's3'], env)
    expect(mended.output).toMatch(new RegExp(`Done: 1 copied .* 299 there[^]* with other bytes: ${one}`))
    const verified = await command('files-copy', ['folder', 's3', '--verify'], env)
    expect(verified.output).toMatch(/Done: 0 copied .* 300 there already/)

    const back = await command('files-copy', ['s3', join(place, 'back')], env)
    expect([back.status, back.output]).toEqual([0, expect.stringContaining('300 copied')])
    const to = filesIn('back')
    expect(await idsIn(to)).toEqual(whole)
    for (const id of whole)
      expect((await buffer(await to.read(id))).equals(await buffer(await from.read(id)))).toBe(true)
  })

  it('files-copy prints its usage, and reports a store that is unavailable', async () => {
    for (const args of [['folder'], ['folder', 's3', 'more'], ['folder', 's3', '--other']]) {
      const none = await command('files-copy', args, env)
      expect([none.status, none.output]).toEqual([1, expect.stringContaining('Usage: npm run files:copy')])
    }
    const away = await command('files-copy', ['folder', 's3'], { ...env, S3_ENDPOINT: 'http://127.0.0.1:9' })
    expect([away.status, away.output]).toEqual([1, expect.stringContaining('The file store')])
  })
})
