import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openServices } from '~/server/app/open-services'
import { collectOrphans, expireUploads } from '~/server/features/uploads/orphans'
import { readConfig } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import type { FileStore } from '~/server/platform/storage/file-store'
import type { Services } from '~/server/records/context'
import { type EmulatorProxy, startEmulatorProxy } from '../support/network/emulator-proxy'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { type Api, api } from '../support/server/api'
import { demoWorld, listAll } from '../support/server/demo-world'
import { firebaseToken, takesFirebase } from '../support/server/firebase-token'
import { startServer, type TestServer } from '../support/server/test-server'
import { describeObject, mediaFrom, objectName, putObject } from '../support/storage/bucket-objects'
import {
  missingEmulator,
  type StorageEmulator,
  startStorageEmulator,
} from '../support/storage/storage-emulator'
import { openStoreOf } from '../support/storage/test-store'
import { announce, offsetOf, sendBytes } from '../support/storage/tus-uploads'
import { sphereFilm } from '../support/video/films'
import { type MediaFile, zipFile } from '../support/video/media-files'
import { flatEngine, type Video, vectoEnded, vectoForm, videoReady } from '../support/video/video-jobs'

type Media = { readonly uid: string; readonly code?: string; readonly file: { readonly ref: string } }

const START = 240_000
let emulator: StorageEmulator
let proxy: EmulatorProxy
let server: TestServer
let me: { readonly uid: string; readonly api: Api }
let store: FileStore

beforeAll(async () => {
  if (missingEmulator) return
  emulator = await startStorageEmulator()
  proxy = await startEmulatorProxy(emulator.host)
  const env = { ...emulator.settings, FIREBASE_STORAGE_EMULATOR_HOST: proxy.host, ...takesFirebase }
  server = await startServer({ demo: true, worker: true, env: { ...env, VECTO_ENGINE: flatEngine } })
  const { actor } = (await demoWorld(server)).of('admin')
  me = { uid: actor.uid, api: api(server.url, firebaseToken({ sub: actor.uid })) }
  store = await openStoreOf(server)
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
  if (proxy) Object.assign(proxy.hooks, { before: undefined, after: undefined })
})

const all = async <T>(found: AsyncIterable<T>) => {
  const list: T[] = []
  for await (const each of found) list.push(each)
  return list
}
const filesIn = () => all(store.list())
const objectsIn = async () =>
  store.incoming ? (await all(store.incoming.list())).map(({ name }) => name) : []

/** A form that names an object of the bucket, and the request that saves it as the panel repeats it. */
const formOf = async (file: MediaFile) => {
  const path = objectName(me.uid, file.name)
  await putObject(emulator.host, path, file)
  const form = mediaFrom(file, describeObject(path, file))
  const headers = { 'Idempotency-Key': randomUUID() }
  return { path, form, save: () => me.api.call<Media>('POST', 'medias', { body: form, headers }) }
}

const withServices = async <T>(work: (services: Services) => Promise<T>) => {
  const { services, close } = await openServices(readConfig({ ...server.env, LOG_LEVEL: 'silent' }, 'test'))
  try {
    return await work(services)
  } finally {
    await close()
  }
}

/** What is done each night, as if a week had passed. */
const sweep = () =>
  withServices(async services => {
    await expireUploads(services, 0)
    await collectOrphans(services, 0)
  })

/** The files that records have. */
const ownedFiles = () =>
  withServices(async ({ database }) => {
    const rows = await database.query<{ id: string }>(sql`select id from files where owner is not null`)
    return rows.map(({ id }) => id)
  })

type Seen = { readonly method: string; readonly path: string }

const isCopy = ({ path }: Seen) => path.includes('/rewriteTo/')
const isRead = ({ method, path }: Seen) => method === 'GET' && /files%2F\w+\?.*alt=media/.test(path)
const isRemoval = ({ method, path }: Seen) => method === 'DELETE' && path.includes('temp--')

describe('a server that is killed while it takes an object of the bucket', () => {
  it.each([
    ['before the copy', 'before', isCopy],
    ['after the copy', 'after', isCopy],
    ['before the type of the copy is known', 'before', isRead],
    ['after the commit, before the object is removed', 'before', isRemoval],
  ] as const)('attaches it once when the form is sent again: killed %s', long, async (_, when, isMoment) => {
    await sweep()
    const before = await filesIn()
    const { path, form, save } = await formOf(zipFile())
    let killed: Promise<void> | undefined
    proxy.hooks[when] = async request => {
      if (!isMoment(request)) return
      killed ??= server.kill9()
      await killed
      throw new Error('The server is gone')
    }
    await save().catch(() => undefined)
    await eventually(() => killed !== undefined, Boolean)
    await killed
    Object.assign(proxy.hooks, { before: undefined, after: undefined })
    await server.restart()

    const { status, body } = await save()
    expect(status).toBe(201)
    expect((await save()).body.uid).toBe(body.uid)
    expect(await listAll(me.api, 'medias', { name: form.name })).toHaveLength(1)
    const { body: link } = await me.api.get<{ url: string }>(`dl/medias/${body.uid}/file`)
    const served = Buffer.from(await (await fetch(link.url)).arrayBuffer())
    expect(served.equals(zipFile().bytes)).toBe(true)
    await sweep()
    const added = (await filesIn()).filter(id => !before.includes(id))
    expect(added.map(id => `files/${id}`)).toEqual([body.file.ref])
    expect(await objectsIn()).not.toContain(path)
  })
})

const MINUTE = 60_000

/** Saves a 360° video whose file is an object of the bucket. */
const sendFilm = async () => {
  const film = sphereFilm()
  const path = objectName(me.uid, film.name)
  await putObject(emulator.host, path, film)
  const form = { name: `Away ${newUid()}`, file: describeObject(path, film) }
  const { status, body } = await me.api.post<Video>('videos360', form)
  expect(status).toBe(201)
  return { ...body, path }
}

const isReady = async (uid: string) => {
  const { status, reason } = await videoReady(me.api, uid, 120)
  expect([status, reason]).toEqual(['completed', null])
}

/** Half an upload through the server. */
const sendHalf = async () => {
  const file = { ...zipFile(`${newUid()}.zip`), bytes: Buffer.concat([zipFile().bytes, Buffer.alloc(1000)]) }
  const half = file.bytes.length >> 1
  const { path } = await announce(me.api, file)
  expect((await sendBytes(server.url, me.api, path, file.bytes.subarray(0, half))).status).toBe(204)
  return { half, path, rest: () => sendBytes(server.url, me.api, path, file.bytes.subarray(half), half) }
}

/** The bucket goes away when a worker stores the first file of a result. */
const leavesAtResult = () =>
  new Promise<void>(resolve => {
    proxy.hooks.before = ({ method, path }) => {
      if (method !== 'POST' || !path.startsWith('/upload/')) return
      proxy.leave()
      resolve()
    }
  })

type Refused = { readonly status: number; readonly headers: Headers }

/** Repeats requests while the bucket is away. */
const refusedForAMinute = async (ask: () => Promise<readonly Refused[]>) => {
  for (const end = Date.now() + MINUTE; Date.now() < end; await sleep(5000)) {
    const started = Date.now()
    for (const { status, headers } of await ask())
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
    // Neither a browser nor a proxy before the server has given up until then.
    expect(Date.now() - started).toBeLessThan(30_000)
  }
}

describe('a bucket that is away for a minute', () => {
  it('an outage of a bucket refuses requests with a reason, makes jobs wait, and loses or duplicates nothing', {
    ...long,
    timeout: 400_000,
  }, async context => {
    needsFfmpeg(context)
    await sweep()
    const video = await sendFilm()
    await isReady(video.uid)
    await eventually(objectsIn, names => !names.includes(video.path))
    const [before, ownedBefore] = [await filesIn(), await ownedFiles()]
    const { path, save } = await formOf(zipFile())
    const upload = await sendHalf()
    const gone = leavesAtResult()
    const vecto = await me.api.post<{ uid: string }>('videos3d', vectoForm(video.uid))
    expect(vecto.status).toBe(201)
    await gone

    await refusedForAMinute(() =>
      Promise.all([save(), upload.rest(), announce(me.api, zipFile()).then(({ answer }) => answer)]),
    )
    // What needs no file works.
    expect((await me.api.get('medias?batch=10')).status).toBe(200)
    expect((await me.api.get('health/live')).status).toBe(200)
    proxy.hooks.before = undefined
    await proxy.comeBack()

    const saved = await save()
    expect(saved.status).toBe(201)
    expect((await save()).body.uid).toBe(saved.body.uid)
    expect(await offsetOf(me.api, upload.path)).toEqual({ status: 200, offset: upload.half })
    expect((await upload.rest()).status).toBe(204)
    expect((await vectoEnded(me.api, video.uid, vecto.body.uid, 120)).status).toBe('completed')
    await isReady((await sendFilm()).uid)
    await eventually(objectsIn, names => !names.includes(path))
    // The files of the records exist, and no other objects.
    await sweep()
    const owned = (await ownedFiles()).filter(id => !ownedBefore.includes(id))
    expect((await filesIn()).filter(id => !before.includes(id)).sort()).toEqual(owned.sort())
    expect(owned).toContain(saved.body.file.ref.replace('files/', ''))
  })
})
