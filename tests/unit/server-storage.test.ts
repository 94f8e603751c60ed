import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { FileMissing, type FileStore, StoreUnavailable } from '~/server/platform/storage/file-store'
import { folderStore } from '~/server/platform/storage/folder-store'
import { s3Store } from '~/server/platform/storage/s3/s3-store'
import { long } from '../support/process/long'
import { type S3Server, startS3 } from '../support/storage/s3-server'
import {
  missingEmulator,
  openBucket,
  type StorageEmulator,
  startStorageEmulator,
} from '../support/storage/storage-emulator'

const MB = 1024 ** 2
const folder = mkdtempSync(join(tmpdir(), 'vecto-storage-'))
let s3: S3Server
let firebase: StorageEmulator | undefined

beforeAll(async () => {
  s3 = await startS3()
  firebase = missingEmulator === undefined ? await startStorageEmulator() : undefined
}, 200_000)
afterAll(async () => {
  await Promise.all([s3.stop(), firebase?.stop()])
  rmSync(folder, { recursive: true })
})

const settingsOf = (env: Record<string, string>) => {
  const { S3_BUCKET = '', ...config } = readConfig({ ...s3.settings, ...env }, 'test')
  return { ...config, S3_BUCKET }
}

const openers: Readonly<Record<string, () => FileStore>> = {
  folder: () => folderStore(mkdtempSync(join(folder, 'files-')), { usableBytes: () => 1 }),
  s3: () => s3Store(settingsOf({ S3_PREFIX: `test-${newUid()}/` })),
  firebase: () => openBucket(firebase),
}

const idsIn = async (store: FileStore) => {
  const ids: string[] = []
  for await (const id of store.list()) ids.push(id)
  return ids.sort()
}

const contentOf = async (store: FileStore, id: string) => buffer(await store.read(id))

/** Creates an upload of `size` bytes like tus. */
const begin = async (store: FileStore, size: number) => {
  const id = newUid()
  await store
    .createUploadStore()
    .create(new Upload({ id, size, offset: 0, metadata: { filename: 'été.mp4' } }))
  return id
}

/** Yields bytes and then fails like a lost connection. */
async function* lost(bytes: Buffer) {
  yield bytes
  await new Promise(resolve => setTimeout(resolve, 200))
  throw new Error('The connection is lost')
}

describe.each(Object.keys(openers))('the file store %s', kind => {
  const open = openers[kind] ?? openers.folder
  beforeEach(context => {
    if (kind === 'firebase' && missingEmulator) context.skip(missingEmulator)
  })
  const opened = () => {
    if (!open) throw new Error(`There is no store ${kind}`)
    return open()
  }

  it('writes, reads, shares and removes files', async () => {
    const store = opened()
    const [id, other] = [newUid(), newUid()]
    await store.write(id, Buffer.from('the bytes'))
    expect(String(await contentOf(store, id))).toBe('the bytes')
    expect(String(await buffer(await store.read(id, { start: 4, end: 6 })))).toBe('byt')
    await store.share(id, other, 9)
    await expect(store.share(newUid(), newUid(), 9)).rejects.toThrow(FileMissing)
    await store.remove(id)
    await store.remove(id)
    expect(await store.size(other)).toBe(9)
    expect(await idsIn(store)).toEqual([other])
    expect(Date.now() - ((await store.modifiedAt(other))?.getTime() ?? 0)).toBeLessThan(60_000)
  })

  it('accesses files by id only', async () => {
    const store = opened()
    for (const wrong of ['../secret', 'a', `${newUid()}/x`, `${newUid()}\u0000`])
      await expect((async () => store.write(wrong, Buffer.from('x')))()).rejects.toThrow(/Not a file id/)
  })

  it('throws FileMissing for a file that does not exist', async () => {
    const store = opened()
    await expect(store.read(newUid())).rejects.toThrow(FileMissing)
    await expect(store.size(newUid())).rejects.toThrow(FileMissing)
    expect(await store.modifiedAt(newUid())).toBeUndefined()
  })

  it('stores empty files', async () => {
    const store = opened()
    const id = newUid()
    await store.write(id, Buffer.alloc(0))
    expect(await store.size(id)).toBe(0)
    expect(await buffer(await store.read(id, { start: 0, end: 99 }))).toHaveLength(0)
  })

  it('adopts a local file, in parts if it is large', async () => {
    const store = opened()
    const bytes = randomBytes(20 * MB + 1)
    const path = join(folder, newUid())
    writeFileSync(path, bytes)
    const id = newUid()
    await store.adopt(path, id)
    expect(existsSync(path)).toBe(false)
    expect((await contentOf(store, id)).equals(bytes)).toBe(true)
  })

  it('continues an upload in another process after a lost connection', async () => {
    const store = opened()
    const bytes = randomBytes(19 * MB)
    const id = await begin(store, bytes.length)
    await store
      .createUploadStore()
      .write(Readable.from(lost(bytes.subarray(0, 9 * MB))), id, 0)
      .catch(() => undefined)
    const second = store.createUploadStore()
    const { offset } = await second.getUpload(id)
    expect(offset).toBeGreaterThan(0)
    await second.write(Readable.from([bytes.subarray(offset)]), id, offset)
    expect((await store.createUploadStore().getUpload(id)).offset).toBe(bytes.length)
    const hash = (some: Buffer) => createHash('md5').update(some).digest('hex')
    expect(hash(await contentOf(store, id))).toBe(hash(bytes))
  })

  it('completes an upload whose process ended after the last bytes had arrived', async () => {
    const store = opened()
    const bytes = randomBytes(6 * MB)
    const id = await begin(store, bytes.length)
    const killed = store.createUploadStore()
    const end = () => Promise.reject(new Error('The process ended'))
    Object.assign(killed, { finishMultipartUpload: end, join: end })
    await killed.write(Readable.from([bytes]), id, 0).catch(() => undefined)
    expect((await store.createUploadStore().getUpload(id)).offset).toBe(bytes.length)
    expect((await contentOf(store, id)).equals(bytes)).toBe(true)
  })

  it('returns 404 for an upload that was removed', async () => {
    const store = opened()
    const id = await begin(store, 6 * MB)
    const uploads = store.createUploadStore()
    await uploads.getUpload(id)
    await store.remove(id)
    await expect(uploads.getUpload(id)).rejects.toMatchObject({ status_code: 404 })
  })

  it('lists and removes an unfinished upload', async () => {
    const store = opened()
    const id = await begin(store, 30 * MB)
    await store.createUploadStore().write(Readable.from([randomBytes(6 * MB)]), id, 0)
    expect(await idsIn(store)).toContain(id)
    expect(await store.modifiedAt(id)).toBeInstanceOf(Date)
    await store.remove(id)
    expect(await idsIn(store)).toEqual([])
    expect(await store.modifiedAt(id)).toBeUndefined()
  })
})

describe('the S3 file store', () => {
  it('creates presigned URLs for a day with content type and disposition; other signatures get 403', async () => {
    const store = openers.s3?.()
    const id = newUid()
    await store?.write(id, Buffer.from('0123456789'))
    const headers = { contentType: 'video/mp4', disposition: 'inline; filename="a.mp4"' }
    const url = new URL((await store?.addressOf?.(id, headers)) ?? '')
    expect(url.searchParams.get('X-Amz-Expires')).toBe('86400')
    const response = await fetch(url, { headers: { range: 'bytes=2-4' } })
    expect([response.status, await response.text()]).toEqual([206, '234'])
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(response.headers.get('content-disposition')).toBe(headers.disposition)
    url.searchParams.set('X-Amz-Signature', 'f'.repeat(64))
    expect((await fetch(url)).status).toBe(403)
  })

  it('signs URLs for the public endpoint', async () => {
    const store = s3Store(settingsOf({ S3_PUBLIC_ENDPOINT: 'https://files.example.com' }))
    const url = await store.addressOf?.(newUid(), { contentType: 'image/png', disposition: 'inline' })
    expect(url).toContain(`https://files.example.com/${s3.settings.S3_BUCKET}/`)
  })

  it('lists only keys directly under its prefix', async () => {
    const prefix = `test-${newUid()}/`
    const store = s3Store(settingsOf({ S3_PREFIX: prefix }))
    const inside = s3Store(settingsOf({ S3_PREFIX: `${prefix}other/` }))
    const [id, other] = [newUid(), newUid()]
    await store.write(id, Buffer.from('x'))
    await inside.write(other, Buffer.from('y'))
    expect(await idsIn(store)).toEqual([id])
  })

  it('lists thousands of files', long, async () => {
    const store = openers.s3?.()
    if (!store) throw new Error('There is no store')
    const ids = Array.from({ length: 1203 }, () => newUid()).sort()
    for (let at = 0; at < ids.length; at += 50)
      await Promise.all(ids.slice(at, at + 50).map(id => store.write(id, Buffer.from('x'))))
    expect(await idsIn(store)).toEqual(ids)
  })

  it('throws StoreUnavailable while S3 does not respond or rejects the key', async () => {
    const away = s3Store(settingsOf({ S3_ENDPOINT: 'http://127.0.0.1:9' }))
    const refused = s3Store(settingsOf({ S3_SECRET_ACCESS_KEY: 'wrong' }))
    for (const store of [away, refused]) {
      await expect(store.read(newUid())).rejects.toThrow(StoreUnavailable)
      await expect(store.modifiedAt(newUid())).rejects.toThrow(StoreUnavailable)
      await expect(store.check()).rejects.toThrow(StoreUnavailable)
      await expect(store.createUploadStore().getUpload(newUid())).rejects.toThrow(StoreUnavailable)
    }
  })
})

describe('the Firebase file store', () => {
  beforeEach(context => {
    if (missingEmulator) context.skip(missingEmulator)
  })

  const put = async (bucket: string, name: string, bytes: string, contentType = 'text/plain') => {
    const query = `uploadType=media&name=${encodeURIComponent(name)}`
    const sent = await fetch(`http://${firebase?.host}/upload/storage/v1/b/${bucket}/o?${query}`, {
      ...{ method: 'POST', headers: { 'content-type': contentType }, body: bytes },
    })
    expect(sent.status).toBe(200)
  }

  const incomingOf = ({ incoming }: FileStore) => {
    if (!incoming) throw new Error('The store receives no objects')
    return incoming
  }

  const namesIn = async (store: FileStore) => {
    const names: string[] = []
    for await (const { name } of incomingOf(store).list()) names.push(name)
    return names
  }

  it('creates signed URLs for a day with content type and disposition', async () => {
    const store = openBucket(firebase)
    const id = newUid()
    await store.write(id, Buffer.from('0123456789'))
    const headers = { contentType: 'video/mp4', disposition: 'inline; filename="a.mp4"' }
    const url = new URL((await store.addressOf?.(id, headers)) ?? '')
    const query = Object.fromEntries(url.searchParams)
    expect(query).toMatchObject({ 'X-Goog-Expires': '86400', 'response-content-type': 'video/mp4' })
    expect(query['response-content-disposition']).toBe(headers.disposition)
    const response = await fetch(url, { headers: { range: 'bytes=2-4' } })
    expect([response.status, await response.text()]).toEqual([206, '234'])
  })

  it('notes the origin of a copy without writing its bytes again', async () => {
    const store = openBucket(firebase)
    const [id, origin] = [newUid(), new Date(0).toISOString()]
    await store.write(id, Buffer.from('the bytes'))
    const { written } = await store.stamp(id)
    await store.noteOrigin?.(id, origin)
    const md5 = createHash('md5').update('the bytes').digest('base64')
    expect(await store.stamp(id)).toEqual({ size: 9, written, origin, md5 })
    expect(await store.comparesChecksums?.()).toBe(true)
  })

  it('stores the marker of its database next to its files', async () => {
    const store = openBucket(firebase)
    expect(await store.marker?.read()).toBeUndefined()
    await store.marker?.write('7-5')
    expect(await store.marker?.read()).toBe('7-5')
    expect(await idsIn(store)).toEqual([])
  })

  it('takes an object that a user has put into the bucket, which is no file before', async () => {
    const store = openBucket(firebase)
    const incoming = incomingOf(store)
    await put(incoming.bucket, 'temp--me--1--a.txt', 'the bytes')
    expect([await idsIn(store), await namesIn(store)]).toEqual([[], ['temp--me--1--a.txt']])
    const found = await incoming.find('temp--me--1--a.txt')
    expect(found).toMatchObject({ size: 9, contentType: 'text/plain' })
    expect(await incoming.find('temp--me--1--b.txt')).toBeUndefined()
    if (!found) throw new Error('There is no such object')
    const id = newUid()
    await incoming.take(found, id)
    await incoming.take(found, id)
    expect(String(await contentOf(store, id))).toBe('the bytes')
    await incoming.remove(found)
    await incoming.remove(found)
    expect([await idsIn(store), await namesIn(store)]).toEqual([[id], []])
  })

  it('takes no object that was replaced or removed after it was looked at', async () => {
    const store = openBucket(firebase)
    const incoming = incomingOf(store)
    await put(incoming.bucket, 'temp--me--1--a.txt', 'the bytes')
    const found = await incoming.find('temp--me--1--a.txt')
    if (!found) throw new Error('There is no such object')
    await put(incoming.bucket, 'temp--me--1--a.txt', 'new bytes')
    await expect(incoming.take(found, newUid())).rejects.toThrow(FileMissing)
    await incoming.remove(found)
    await expect(incoming.take(found, newUid())).rejects.toThrow(FileMissing)
  })

  it('opens a copy to no one who knows the download token of the original', async () => {
    const store = openBucket(firebase)
    const incoming = incomingOf(store)
    const [name, id] = ['temp--me--1--a.txt', newUid()]
    const at = (object: string) =>
      `http://${firebase?.host}/v0/b/${incoming.bucket}/o/${object}?alt=media&token=known`
    await put(incoming.bucket, name, 'the bytes')
    await fetch(`http://${firebase?.host}/b/${incoming.bucket}/o/${name}`, {
      ...{ method: 'PATCH', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ metadata: { firebaseStorageDownloadTokens: 'known' } }),
    })
    expect((await fetch(at(name))).status).toBe(200)
    const found = await incoming.find(name)
    if (!found) throw new Error('There is no such object')
    await incoming.take(found, id)
    expect((await fetch(at(`files%2F${id}`))).status).toBe(403)
  })

  it('throws StoreUnavailable while the service does not respond', { ...long, timeout: 60_000 }, async () => {
    const away = openBucket(firebase, { FIREBASE_STORAGE_EMULATOR_HOST: '127.0.0.1:9' })
    const calls = [
      away.read(newUid()),
      away.modifiedAt(newUid()),
      away.check(),
      away.write(newUid(), Buffer.from('x')),
      away.createUploadStore().getUpload(newUid()),
    ]
    const ended = await Promise.allSettled(calls)
    for (const each of ended) expect(each).toMatchObject({ reason: expect.any(StoreUnavailable) })
  })
})
