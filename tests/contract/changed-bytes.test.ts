import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Upload } from '@tus/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { copyStore } from '~/server/platform/storage/copy-store'
import { FileDamaged, StoreUnavailable } from '~/server/platform/storage/file-store'
import { folderStore } from '~/server/platform/storage/folder-store'
import { copyToPath } from '~/server/platform/storage/local-files'
import { createClient } from '~/server/platform/storage/s3/s3-client'
import { s3Store } from '~/server/platform/storage/s3/s3-store'
import { MultipartUploads } from '~/server/platform/storage/s3/s3-uploads'
import { type FlippingProxy, startFlippingProxy } from '../support/network/flipping-proxy'
import { long } from '../support/process/long'
import { type Api, login } from '../support/server/api'
import { freePort } from '../support/server/free-port'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { type S3Server, startS3 } from '../support/storage/s3-server'
import { upload } from '../support/storage/tus-uploads'

const MB = 1024 ** 2
let s3: S3Server
let proxy: FlippingProxy
let place: string
beforeAll(async () => {
  s3 = await startS3()
  place = mkdtempSync(join(tmpdir(), 'vecto-changed-'))
})
afterAll(async () => {
  await s3.stop()
  rmSync(place, { recursive: true, force: true })
})
beforeEach(async () => {
  proxy = await startFlippingProxy(s3.settings.S3_ENDPOINT)
})
afterEach(() => proxy.stop())

const settings = (endpoint: string) => {
  const { S3_BUCKET = '', ...config } = readConfig({ ...s3.settings, S3_ENDPOINT: endpoint }, 'test')
  return { ...config, S3_BUCKET }
}
/** The store with a direct connection, and through the proxy that changes bytes. */
const stores = () => ({
  direct: s3Store(settings(s3.settings.S3_ENDPOINT)),
  over: s3Store(settings(proxy.url)),
})

const newUpload = async (content: Buffer) => {
  const store = new MultipartUploads(createClient(settings(proxy.url)), s3.settings.S3_BUCKET)
  const { id } = await store.create(new Upload({ id: newUid(), size: content.length, offset: 0 }))
  const write = (from: number, to = content.length) =>
    store.write(Readable.from([content.subarray(from, to)]), id, from)
  const stored = async () => buffer(await stores().direct.read(id))
  return { store, id, write, stored }
}

const markerIn = (content: Buffer, at: number) => content.subarray(at, at + 12)

/** A store that requires Content-MD5 and whose ETags are no MD5s, as with customer-managed keys. */
const startStrictStore = async () => {
  let refused = 0
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (request.method !== 'PUT') return response.writeHead(204).end()
    const md5 = createHash('md5').update(body).digest('base64')
    if (request.headers['content-md5'] !== md5) {
      refused += 1
      return response.writeHead(400).end('<Error><Code>BadDigest</Code><Message>differs</Message></Error>')
    }
    objects.set(request.url ?? '', body)
    response.writeHead(200, { ETag: `"${randomBytes(16).toString('hex')}"` }).end()
  })
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    refused: () => refused,
    stored: () => [...objects.values()],
    stop: () => server.close(),
  }
}

describe('a byte that changes during an upload to the bucket', () => {
  it.each([
    ['the first part', 1000],
    ['a later part', 9 * MB],
    ['the last part', 19 * MB],
  ])('repeats %s of an upload whose byte changed on the way', async (_, at) => {
    const content = randomBytes(20 * MB)
    const { write, stored } = await newUpload(content)
    proxy.flipSent(markerIn(content, at))
    expect(await write(0)).toBe(content.length)
    expect(proxy.flipped()).toBe(1)
    expect((await stored()).equals(content)).toBe(true)
  })

  it('repeats the rest of an interrupted upload request whose byte changed on the way', async () => {
    const content = randomBytes(12 * MB)
    const { write, stored } = await newUpload(content)
    proxy.flipSent(markerIn(content, 9 * MB), 2)
    expect(await write(0, 10 * MB)).toBe(10 * MB)
    expect(await write(10 * MB)).toBe(content.length)
    expect(proxy.flipped()).toBe(2)
    expect((await stored()).equals(content)).toBe(true)
  })

  it('restarts an upload when the bucket stores changed bytes each time', async () => {
    const content = randomBytes(9 * MB)
    const { write, store, id } = await newUpload(content)
    await write(0, 8 * MB)
    proxy.flipSent(markerIn(content, 8 * MB + 1000), 100)
    await expect(write(8 * MB)).rejects.toMatchObject({ status_code: 404 })
    await expect(store.getUpload(id)).rejects.toMatchObject({ status_code: 404 })
  })

  it('throws StoreUnavailable when the bucket refuses changed bytes each time', async () => {
    const strict = await startStrictStore()
    const way = await startFlippingProxy(strict.url)
    const content = randomBytes(4000)
    way.flipSent(markerIn(content, 1000), 100)
    await expect(s3Store(settings(way.url)).write(newUid(), content)).rejects.toThrow(StoreUnavailable)
    expect(strict.stored()).toEqual([])
    way.stop()
    strict.stop()
  })

  it.each([
    ['of one part', 20_000],
    ['of several parts', 20 * MB],
  ])('repeats the upload of a file %s whose byte changed on the way', async (_, size) => {
    const content = randomBytes(size)
    const [id, file] = [newUid(), join(place, 'adopted')]
    writeFileSync(file, content)
    proxy.flipSent(markerIn(content, size - 1000))
    await stores().over.adopt(file, id)
    expect(proxy.flipped()).toBe(1)
    expect((await buffer(await stores().direct.read(id))).equals(content)).toBe(true)
  })

  it('repeats the upload of a thumbnail whose byte changed on the way', async () => {
    const [id, content] = [newUid(), randomBytes(3000)]
    proxy.flipSent(markerIn(content, 1000))
    await stores().over.write(id, content)
    expect(proxy.flipped()).toBe(1)
    expect((await buffer(await stores().direct.read(id))).equals(content)).toBe(true)
  })
})

describe('a byte that changes during a download from the bucket', () => {
  const put = async (size: number) => {
    const [id, content, file] = [newUid(), randomBytes(size), join(place, 'put')]
    writeFileSync(file, content)
    await stores().direct.adopt(file, id)
    return { id, content, md5: createHash('md5').update(content).digest('base64') }
  }

  it.each([
    ['with its checksum', 20_000, true],
    ['by the checksum of the bucket', 20_000, false],
    ['by the checksum of the bucket for its parts', 20 * MB, false],
  ])('repeats a download whose bytes changed, detected %s', async (_, size, isKnown) => {
    const { id, content, md5 } = await put(size)
    proxy.flipReceived(markerIn(content, size - 5000))
    const to = join(place, 'received')
    expect(await copyToPath(stores().over, id, to, isKnown ? { md5 } : {})).toBe(md5)
    expect(proxy.flipped()).toBe(1)
    expect(readFileSync(to).equals(content)).toBe(true)
  })

  it('throws FileDamaged when a downloaded file has other bytes each time', async () => {
    const { id, content, md5 } = await put(20_000)
    proxy.flipReceived(markerIn(content, 5000), 100)
    await expect(copyToPath(stores().over, id, join(place, 'received'), { md5 })).rejects.toThrow(FileDamaged)
  })

  it('copies no changed byte into another store', long, async () => {
    const { id, content } = await put(12 * MB)
    proxy.flipReceived(markerIn(content, 5000))
    const to = folderStore(mkdtempSync(join(place, 'files-')), { usableBytes: () => 1 })
    const { signal } = new AbortController()
    const only = {
      ...stores().over,
      list: async function* () {
        yield id
      },
    }
    expect(await copyStore(only, to, { scratch: place, signal })).toMatchObject({ copied: 1, different: [] })
    expect(proxy.flipped()).toBe(1)
    expect((await buffer(await to.read(id))).equals(content)).toBe(true)
  })
})

describe('a server whose connection to the bucket changes a byte', () => {
  let server: TestServer
  let api: Api
  beforeAll(async () => {
    const way = await startFlippingProxy(s3.settings.S3_ENDPOINT)
    server = await startServer({
      demo: true,
      env: { ...s3.settings, S3_ENDPOINT: way.url, S3_PREFIX: 'server/' },
    })
    api = await login(server.url, 'root@demo.example', demoPassword)
    flipping = way
  }, 240_000)
  let flipping: FlippingProxy
  afterAll(async () => {
    await server.stop()
    flipping.stop()
  })

  it('stores what a client sent when its connection to the bucket changes a byte', long, async () => {
    const bytes = Buffer.from(`${randomBytes(9000).toString('hex')}\n`.repeat(600))
    flipping.flipSent(markerIn(bytes, 500))
    const sent = await upload(server.url, api, { name: 'one.txt', contentType: 'text/plain', bytes })
    expect(flipping.flipped()).toBe(1)
    const id = sent.ref.split('/')[1] ?? ''
    const store = s3Store({ ...settings(s3.settings.S3_ENDPOINT), S3_PREFIX: 'server/' })
    const stored = await buffer(await store.read(id))
    expect([sent.md5Hash, stored.equals(bytes)]).toEqual([
      createHash('md5').update(bytes).digest('base64'),
      true,
    ])
  })
})

describe('a store that verifies Content-MD5 and whose ETags are no MD5s', () => {
  it('repeats an upload that the store refuses, and ignores ETags that are no checksums', async () => {
    const strict = await startStrictStore()
    const way = await startFlippingProxy(strict.url)
    const store = s3Store(settings(way.url))
    const content = randomBytes(4000)
    way.flipSent(markerIn(content, 1000))
    await store.write(newUid(), content)
    expect([way.flipped(), strict.refused(), strict.stored().map(one => one.equals(content))]).toEqual([
      1,
      1,
      [true],
    ])
    for (let time = 0; time < 3; time += 1) await store.write(newUid(), randomBytes(100))
    expect(strict.stored()).toHaveLength(4)
    expect(await store.comparesChecksums?.()).toBe(true)
    way.stop()
    strict.stop()
  })

  it('recognizes a store that compares no checksums', async () => {
    const careless = createServer(async (request, response) => {
      await buffer(request)
      response.writeHead(200, { ETag: `"${randomBytes(16).toString('hex')}"` }).end()
    })
    const port = await freePort()
    await new Promise<void>(resolve => careless.listen(port, '127.0.0.1', resolve))
    expect(await s3Store(settings(`http://127.0.0.1:${port}`)).comparesChecksums?.()).toBe(false)
    careless.close()
  })
})
