import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bucket } from '~/scripts/cloud/emulators'
import { collectOrphans, expireUploads } from '~/server/features/uploads/orphans'
import { readConfig } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { openFileStore } from '~/server/platform/storage/drivers'
import type { FileStore } from '~/server/platform/storage/file-store'
import { folderStore } from '~/server/platform/storage/folder-store'
import type { Services } from '~/server/records/context'
import { migratedDatabase } from '../support/database/server-database'
import { startEmulatorProxy } from '../support/network/emulator-proxy'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { type Api, api } from '../support/server/api'
import { command } from '../support/server/backups'
import { newDataFolder } from '../support/server/data-folder'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { firebaseToken, takesFirebase } from '../support/server/firebase-token'
import { startServer, type TestServer } from '../support/server/test-server'
import { describeObject, md5Of, mediaFrom, objectName, putObject } from '../support/storage/bucket-objects'
import {
  missingEmulator,
  type StorageEmulator,
  startStorageEmulator,
} from '../support/storage/storage-emulator'
import { upload } from '../support/storage/tus-uploads'
import { htmlFile, jpegFile, type MediaFile, pdfFile, textFile, zipFile } from '../support/video/media-files'

type Proxy = Awaited<ReturnType<typeof startEmulatorProxy>>
type Media = {
  readonly uid: string
  readonly code?: string
  readonly reason?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly file: { readonly ref: string; readonly contentType: string; readonly label: string }
}

const START = 240_000
let emulator: StorageEmulator
let proxy: Proxy
let server: TestServer
let world: DemoWorld
let store: FileStore
let me: { readonly uid: string; readonly email: string; readonly api: Api }

beforeAll(async () => {
  if (missingEmulator) return
  emulator = await startStorageEmulator()
  proxy = await startEmulatorProxy(emulator.host)
  const env = { ...emulator.settings, FIREBASE_STORAGE_EMULATOR_HOST: proxy.host, ...takesFirebase }
  server = await startServer({ demo: true, env })
  world = await demoWorld(server)
  store = await openFileStore(readConfig({ ...env }, 'test'), { usableBytes: () => 1 })
  const { actor } = world.of('admin')
  me = {
    uid: actor.uid,
    email: 'admin@demo.example',
    api: api(server.url, firebaseToken({ sub: actor.uid })),
  }
}, START)
afterAll(async () => {
  await server?.stop()
  proxy?.stop()
  await emulator?.stop()
})
beforeEach(context => {
  if (missingEmulator) context.skip(missingEmulator)
})
afterEach(() => {
  if (proxy) Object.assign(proxy.hooks, { before: undefined, change: undefined })
})

const put = (name: string, file: Pick<MediaFile, 'bytes' | 'contentType'>) =>
  putObject(emulator.host, name, file)

/** Uploads a file and saves the form that names it. */
const send = async (file: MediaFile, { by = me.api, uid = me.uid, descriptor = {}, form = {} } = {}) => {
  const path = objectName(uid, file.name)
  await put(path, file)
  const body = mediaFrom(file, describeObject(path, file, descriptor), form)
  return { path, body, answer: await by.post<Media>('medias', body) }
}

const waiting = async () => {
  const names: string[] = []
  for await (const { name } of store.incoming?.list() ?? []) names.push(name)
  return names
}
const filesIn = async () => {
  const ids: string[] = []
  for await (const id of store.list()) ids.push(id)
  return ids
}
const isGone = (path: string) => eventually(waiting, names => !names.includes(path))

const refusalOf = ({ status, body }: { status: number; body: Media }) => ({
  ...{ status, code: body.code, file: body.fields?.file },
})
const unknown = expect.objectContaining({ status: 422, file: 'unknown_record' })
const mismatch = expect.objectContaining({ status: 422, code: 'checksum_mismatch' })

describe('a form that names an object of the bucket', () => {
  it('attaches the upload of its user, serves it by a signed link, and removes the object', async () => {
    const file = pdfFile('plan.pdf')
    const { path, answer } = await send(file)
    expect(answer.status).toBe(201)
    const { uid, file: stored } = answer.body
    expect(stored).toMatchObject({ contentType: 'application/pdf', size: file.bytes.length })
    expect(stored.ref).toMatch(/^files\/[A-Za-z0-9]{20}$/)
    const { body } = await me.api.get<{ url: string }>(`dl/medias/${uid}/file`)
    expect(body.url).toContain(`/${bucket}/${stored.ref}?`)
    const part = await fetch(body.url, { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'PDF'])
    await isGone(path)
  })

  it('cuts a picture from an object, keeps nothing of it, and the picture stays when the form is sent again', async () => {
    const file = await jpegFile('me.jpg', 900, 600)
    const path = objectName(me.uid, file.name)
    await put(path, file)
    const form = { picture: describeObject(path, file) }
    const save = () => me.api.patch<{ picture: string | null }>(`users/${me.uid}`, form)
    const first = await save()
    const image = await fetch(new URL(first.body.picture ?? '', server.url))
    const beginning = Buffer.from(await image.arrayBuffer()).toString('latin1', 0, 12)
    expect([first.status, image.status, beginning.replace(/RIFF.{4}/s, '')]).toEqual([200, 200, 'WEBP'])
    await isGone(path)
    const again = await save()
    expect([again.status, again.body.picture]).toEqual([200, first.body.picture])
    await put(path, pdfFile())
    expect((await save()).status).toBe(422)
  })

  it('knows a user who is found by their address by the uid of Firebase as well', async () => {
    const token = firebaseToken({ sub: 'elsewhere', email: me.email, email_verified: true })
    const by = api(server.url, token)
    const named = await Promise.all([
      send(textFile(), { by, uid: 'elsewhere' }),
      send(textFile(), { by, uid: me.uid }),
      send(textFile(), { by: me.api, uid: 'elsewhere' }),
    ])
    expect(named.map(({ answer }) => answer.status)).toEqual([201, 201, 422])
  })

  it('refuses objects of other users, names that are paths, and objects that are not there', async () => {
    const file = zipFile()
    const id = newUid()
    await store.write(id, file.bytes)
    const other = world.of('root').actor.uid
    const paths = [
      objectName(other, 'a.zip'),
      `temp--${me.uid}--`,
      `temp--${me.uid}`,
      `temp--${me.uid}x--${randomUUID()}--a.zip`,
      `x/temp--${me.uid}--a.zip`,
      `temp--${me.uid}--../../files/a.zip`,
      `temp--${me.uid}--a#1`,
      'vecto-database',
    ]
    for (const path of paths) await put(path, file)
    const all = [...paths, objectName(me.uid, 'gone.zip'), `files/${id}`]
    for (const path of all) {
      const answer = await me.api.post<Media>('medias', mediaFrom(file, describeObject(path, file)))
      expect(refusalOf(answer), path).toEqual(unknown)
    }
    const path = objectName(me.uid, 'a.zip')
    await put(path, file)
    for (const more of [{ bucket: 'another.appspot.com' }, { ref: objectName(me.uid, 'b.zip') }]) {
      const answer = await me.api.post<Media>('medias', mediaFrom(file, describeObject(path, file, more)))
      expect(refusalOf(answer)).toEqual(unknown)
    }
    expect(proxy.copies()).toBeLessThanOrEqual(4)
  })

  it('refuses an object that differs from its description, without copying it', async () => {
    proxy.copies()
    const forgeries = [{ size: 1 }, { md5Hash: md5Of(Buffer.from('x')) }, { contentType: 'application/zip' }]
    for (const descriptor of forgeries)
      expect(refusalOf((await send(pdfFile(), { descriptor })).answer)).toEqual(mismatch)
    expect(proxy.copies()).toBe(0)
  })

  it('refuses content that is not of the declared type, and stores nothing of it', async () => {
    const before = await filesIn()
    const page = { ...htmlFile('page.png'), contentType: 'image/png' }
    expect(refusalOf((await send(page)).answer)).toMatchObject({ status: 415, code: 'wrong_file_type' })
    expect(await filesIn()).toEqual(before)
  })

  it('a job from camera files accepts objects of the bucket, with the same checks of its fields', async () => {
    const path = objectName(me.uid, 'one.zip')
    await put(path, zipFile())
    const form = { name: 'A job', insv1: describeObject(path, zipFile()) }
    const answer = await me.api.post<Media>('videos360/job', form)
    expect(refusalOf(answer)).toMatchObject({ status: 415, code: 'wrong_file_type' })
  })

  it('refuses an object that is replaced between its check and its copy', async () => {
    const before = await filesIn()
    const file = textFile('mine.txt')
    const path = objectName(me.uid, file.name)
    await put(path, file)
    proxy.hooks.before = async ({ path: request }) => {
      if (request.includes('/rewriteTo/')) await put(path, { ...file, bytes: Buffer.from('Other text.\n') })
    }
    const answer = await me.api.post<Media>('medias', mediaFrom(file, describeObject(path, file)))
    expect(refusalOf(answer)).toEqual(mismatch)
    expect(await filesIn()).toEqual(before)
    expect(await waiting()).toContain(path)
  })

  it('computes the checksum of an object that has none', async () => {
    proxy.hooks.change = json => json.replace(/"md5Hash":"[^"]*",?/g, '')
    const whole = await send(textFile(), { descriptor: { md5Hash: '' } })
    expect([whole.answer.status, whole.answer.body.file]).toMatchObject([
      201,
      { md5Hash: md5Of(textFile().bytes) },
    ])
    const forged = await send(textFile(), { descriptor: { md5Hash: md5Of(Buffer.from('x')) } })
    expect(refusalOf(forged.answer)).toEqual(mismatch)
  })

  it('copies no object again for a form that was refused and is sent again', async () => {
    proxy.copies()
    const refused = await send(zipFile(), { form: { name: '' } })
    expect([refused.answer.status, proxy.copies()]).toEqual([422, 1])
    const before = await filesIn()
    const saved = await me.api.post<Media>('medias', { ...refused.body, name: `Saved ${newUid()}` })
    expect([saved.status, proxy.copies()]).toEqual([201, 0])
    expect(await filesIn()).toEqual(before)
    await isGone(refused.path)
  })

  it('continues after a copy that broke off', long, async () => {
    const before = await filesIn()
    proxy.hooks.before = ({ path }) => {
      if (path.includes('/rewriteTo/')) throw new Error('The connection is lost')
    }
    const broken = await send(zipFile())
    expect(broken.answer.status).toBe(503)
    proxy.hooks.before = undefined
    expect((await me.api.post('medias', broken.body)).status).toBe(201)
    expect(await filesIn()).toHaveLength(before.length + 1)
  })

  it('attaches an object once, for two forms at the same time as well', async () => {
    const before = await filesIn()
    const file = zipFile()
    const path = objectName(me.uid, file.name)
    await put(path, file)
    const save = () => me.api.post<Media>('medias', mediaFrom(file, describeObject(path, file)))
    const answers = await Promise.all([save(), save(), save()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    expect(await filesIn()).toHaveLength(before.length + 1)
    expect((await save()).status).toBe(422)
  })

  it('answers an update whose response was lost like the first time', async () => {
    const { answer } = await send(zipFile())
    const file = pdfFile('new.pdf')
    const path = objectName(me.uid, file.name)
    await put(path, file)
    const save = () => me.api.patch<Media>(`medias/${answer.body.uid}`, { file: describeObject(path, file) })
    const [first] = [await save()]
    expect([first.status, first.body.file.label]).toEqual([200, path.slice('temp--'.length)])
    await isGone(path)
    const again = await save()
    expect([again.status, again.body.file.ref]).toEqual([200, first.body.file.ref])
  })
})

describe('a bucket of the project', () => {
  it('stores uploads through the server as well', async () => {
    const bytes = Buffer.concat([zipFile().bytes, randomBytes(9 * 1024 ** 2)])
    const file = { ...zipFile('sent.zip'), bytes }
    const descriptor = await upload(server.url, me.api, file)
    const { status, body } = await me.api.post<Media>('medias', mediaFrom(file, descriptor))
    expect([status, body.file]).toMatchObject([201, { md5Hash: md5Of(bytes) }])
    const link = await me.api.get<{ url: string }>(`dl/medias/${body.uid}/file`)
    const served = Buffer.from(await (await fetch(link.body.url)).arrayBuffer())
    expect(served.equals(bytes)).toBe(true)
  })

  it('gets the files of a folder, and gives them back, by files:copy', async () => {
    const place = newDataFolder('copies')
    const FIREBASE_STORAGE_BUCKET = `${newUid().toLowerCase()}.appspot.com`
    const env = { ...emulator.settings, FIREBASE_STORAGE_BUCKET, DATA_DIR: place }
    const id = newUid()
    await folderStore(join(place, 'files'), { usableBytes: () => 1 }).write(id, Buffer.from('the bytes'))
    const there = await command('files-copy', ['folder', 'firebase'], env)
    expect([there.status, there.output]).toEqual([0, expect.stringMatching(/Done: 1 copied/)])
    const back = await command('files-copy', ['firebase', join(place, 'back')], env)
    expect([back.status, back.output]).toEqual([0, expect.stringMatching(/Done: 1 copied/)])
    const copied = folderStore(join(place, 'back/files'), { usableBytes: () => 1 })
    expect(await copied.size(id)).toBe(9)
    const { FIREBASE_STORAGE_BUCKET: _, ...none } = env
    const unset = await command('files-copy', ['folder', 'firebase'], none)
    expect([unset.status, unset.output]).toEqual([1, expect.stringContaining('is not set')])
    rmSync(place, { recursive: true, force: true })
  })
})

describe('the removal of objects that no form has named', () => {
  it('removes objects and unattached copies of them after a day, and no file', async () => {
    const { database, close } = await migratedDatabase()
    const files = await openFileStore(
      readConfig(
        { ...emulator.settings, FIREBASE_STORAGE_BUCKET: `${newUid().toLowerCase()}.appspot.com` },
        'test',
      ),
      { usableBytes: () => 1 },
    )
    const services = { database, files } as unknown as Services
    const name = `temp--${newUid()}--a.txt`
    try {
      const id = newUid()
      await files.write(id, Buffer.from('x'))
      await database.run(sql`insert into files (id, user_uid, label, content_type, size, md5, owner)
        values (${id}, 'me', 'a', 'text/plain', 1, '', 'medias/a')`)
      const query = `uploadType=media&name=${name}`
      const url = `http://${emulator.host}/upload/storage/v1/b/${files.incoming?.bucket}/o?${query}`
      await fetch(url, { method: 'POST', body: 'x' })
      await expireUploads(services)
      await collectOrphans(services, 0)
      expect(await files.incoming?.find(name)).toBeDefined()
      await expireUploads(services, 0)
      expect(await files.incoming?.find(name)).toBeUndefined()
      expect(await files.size(id)).toBe(1)
    } finally {
      await close()
    }
  })
})
