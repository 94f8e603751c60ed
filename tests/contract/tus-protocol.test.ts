import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/server/api'
import { demoWorld } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { announce, offsetOf } from '../support/storage/tus-uploads'
import { pdfFile } from '../support/video/media-files'

let server: TestServer
let admin: Api
let stranger: Api

beforeAll(async () => {
  server = await startServer({ demo: true })
  const world = await demoWorld(server)
  admin = world.of('admin').api
  stranger = world.of('partner').api
})
afterAll(() => server?.stop())

const part = {
  'Tus-Resumable': '1.0.0',
  'Content-Type': 'application/offset+octet-stream',
  'Upload-Offset': '0',
}

const call = (
  path: string,
  method: string,
  headers: Record<string, string>,
  body?: Uint8Array,
  caller = admin,
) =>
  fetch(`${server.url}/parse/${path}`, {
    method,
    headers: { Authorization: `Bearer ${caller.token}`, ...headers },
    ...(body && { body: Buffer.from(body) }),
  })

const file = pdfFile('plan.pdf')
const announced = async () => (await announce(admin, file)).path
const sumOf = (algorithm: string, bytes: Uint8Array) =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`

describe('the tus protocol', () => {
  it('OPTIONS lists the tus version, extensions and checksum algorithms', async () => {
    const { headers } = await fetch(`${server.url}/parse/files`, { method: 'OPTIONS' })
    expect(headers.get('tus-version')).toBe('1.0.0')
    expect(headers.get('tus-extension')?.split(',').sort()).toEqual([
      'checksum',
      'creation',
      'creation-with-upload',
      'expiration',
      'termination',
    ])
    expect(headers.get('tus-checksum-algorithm')).toBe('md5,sha1,sha256')
  })

  it.each([['0.2.2'], [undefined]])(
    'answers 412 and the supported version to the tus version %s',
    async version => {
      const { 'Tus-Resumable': _, ...rest } = part
      const headers = version ? { ...rest, 'Tus-Resumable': version } : rest
      for (const method of ['HEAD', 'PATCH', 'DELETE']) {
        const answer = await call(await announced(), method, headers)
        expect([method, answer.status, answer.headers.get('tus-version')]).toEqual([method, 412, '1.0.0'])
      }
      const creation = await call('files', 'POST', { ...headers, 'Upload-Length': '3' })
      expect([creation.status, creation.headers.get('tus-version')]).toEqual([412, '1.0.0'])
    },
  )

  it('answers 415 to a part of another content type, and stores none of it', async () => {
    const path = await announced()
    const answer = await call(path, 'PATCH', { ...part, 'Content-Type': 'application/pdf' }, file.bytes)
    expect([answer.status, (await answer.json()).code]).toEqual([415, 'part_type'])
    expect((await offsetOf(admin, path)).offset).toBe(0)
  })

  it('applies X-HTTP-Method-Override with the rights of that method', async () => {
    const path = await announced()
    const override = (method: string) => ({ ...part, 'X-HTTP-Method-Override': method })
    expect((await call(path, 'POST', override('PATCH'), file.bytes.subarray(0, 5), stranger)).status).toBe(
      404,
    )
    expect((await call(path, 'POST', override('patch'), file.bytes.subarray(0, 5))).status).toBe(204)
    expect((await offsetOf(admin, path)).offset).toBe(5)
    const head = await call(path, 'POST', { 'Tus-Resumable': '1.0.0', 'X-HTTP-Method-Override': 'HEAD' })
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '5'])
    expect((await call(path, 'POST', override('GET'))).status).toBe(404)
    expect((await call(path, 'POST', override('DELETE'), undefined, stranger)).status).toBe(404)
    expect((await call(path, 'POST', override('DELETE'))).status).toBe(204)
    expect((await offsetOf(admin, path)).status).toBe(404)
  })

  it('ignores X-HTTP-Method-Override outside uploads', async () => {
    const { uid } = admin.token ? (await admin.get<{ uid: string }>('users/me')).body : { uid: '' }
    const answer = await call(`users/${uid}`, 'POST', { 'X-HTTP-Method-Override': 'DELETE' })
    expect(answer.status).toBe(404)
    expect((await admin.get('users/me')).status).toBe(200)
  })

  it('returns the expiry time of an unfinished upload', async () => {
    const { answer, path } = await announce(admin, file)
    const sent = await call(path, 'PATCH', part, file.bytes.subarray(0, 5))
    for (const { headers } of [answer, sent]) {
      const hours = (Date.parse(headers.get('upload-expires') ?? '') - Date.now()) / 3_600_000
      expect(hours).toBeGreaterThan(23.9)
      expect(hours).toBeLessThan(24.1)
    }
  })
})

describe('a part with a checksum', () => {
  it.each(['md5', 'sha1', 'sha256'])('stores a part whose %s checksum is correct', async algorithm => {
    const path = await announced()
    const sent = await call(
      path,
      'PATCH',
      { ...part, 'Upload-Checksum': sumOf(algorithm, file.bytes) },
      file.bytes,
    )
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, String(file.bytes.length)])
    const { body } = await admin.get(path)
    expect(body).toMatchObject({ md5Hash: createHash('md5').update(file.bytes).digest('base64') })
  })

  it('answers 460 to a part with a wrong checksum, which can be sent again', async () => {
    const path = await announced()
    const [first, rest] = [file.bytes.subarray(0, 10), file.bytes.subarray(10)]
    expect(
      (await call(path, 'PATCH', { ...part, 'Upload-Checksum': sumOf('sha1', first) }, first)).status,
    ).toBe(204)
    const next = { ...part, 'Upload-Offset': '10', 'Upload-Checksum': sumOf('sha1', rest) }
    const damaged = Buffer.from(rest)
    damaged[0] = (damaged[0] ?? 0) ^ 1
    const refused = await call(path, 'PATCH', next, damaged)
    expect([refused.status, (await refused.json()).code]).toEqual([460, 'part_checksum'])
    expect((await offsetOf(admin, path)).offset).toBe(10)
    expect((await call(path, 'PATCH', next, rest)).status).toBe(204)
  })

  it.each(['crc32 AAAA', 'sha1', 'sha1 !!', ''])(
    'answers 400 to a part with the checksum header %j',
    async header => {
      const answer = await call(
        await announced(),
        'PATCH',
        { ...part, 'Upload-Checksum': header },
        file.bytes,
      )
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'checksum_algorithm'])
    },
  )

  it('refuses a part with a checksum that is larger than the buffer', async () => {
    const answer = await call(
      await announced(),
      'PATCH',
      { ...part, 'Upload-Checksum': sumOf('sha1', file.bytes) },
      new Uint8Array(64 * 1024 ** 2 + 1),
    ).catch(() => undefined)
    expect(answer?.status ?? 413).toBe(413)
  })

  it('answers 404 to a part with a checksum for another user’s upload', async () => {
    const headers = { ...part, 'Upload-Checksum': sumOf('sha1', file.bytes) }
    expect((await call(await announced(), 'PATCH', headers, file.bytes, stranger)).status).toBe(404)
  })
})
