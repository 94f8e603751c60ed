import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiFailure, certificateProblem, failureText, NoAnswer, textsOf } from '~/cli/report'
import { sendFile } from '~/cli/upload'
import { smallerPart } from '~/model/upload-parts'
import { serverMessage } from '~/src/upload/server-message'

const KB = 1024
const MB = 1024 * KB
const page = '<html><h1>413 Request Entity Too Large</h1>'

describe('the size of the next part', () => {
  it.each([
    ['halves after a proxy refused one', 8 * MB, { method: 'PATCH', status: 413, body: page }, 4 * MB],
    ['is at least 256 KiB', 300 * KB, { method: 'PATCH', status: 413, body: '' }, 256 * KB],
    ['is undefined below 256 KiB', 256 * KB, { method: 'PATCH', status: 413, body: page }, undefined],
    [
      'is undefined when creating the upload was refused',
      8 * MB,
      { method: 'POST', status: 413, body: page },
      undefined,
    ],
    [
      'is undefined when the server itself refuses',
      8 * MB,
      { method: 'PATCH', status: 413, body: '{"code":"too_large"}' },
      undefined,
    ],
    ['is undefined after another refusal', 8 * MB, { method: 'PATCH', status: 403, body: page }, undefined],
  ])('the size of the next part %s', (_how, bytes, refused, next) => {
    expect(smallerPart(bytes, refused)).toBe(next)
  })
})

/** A tus server behind a proxy that limits the size of a request body. */
const limitedServer = (limit: number) => {
  const parts: number[] = []
  let offset = 0
  const headers = () => ({
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': String(offset),
    'Upload-Length': String(3 * MB),
  })
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const length = Number(request.headers['content-length'] ?? 0)
    request.resume().on('end', () => {
      if (length > limit) return void response.writeHead(413, { 'Content-Type': 'text/html' }).end(page)
      if (request.method === 'POST') {
        offset = 0
        return void response.writeHead(201, { Location: '/parse/files/u1', ...headers() }).end()
      }
      if (request.method === 'PATCH') {
        parts.push(length)
        offset += length
      }
      response.writeHead(request.method === 'PATCH' ? 204 : 200, headers()).end()
    })
  }
  return { server: createServer(answer), parts }
}

describe('the command line behind a proxy that limits request bodies to a megabyte', () => {
  let open: Server | undefined
  const folder = mkdtempSync(join(tmpdir(), 'vecto-parts-'))
  afterEach(() => {
    open?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('sends smaller parts and keeps their size for the next file', async () => {
    const { server, parts } = limitedServer(MB)
    open = server
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const connection = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 't' }
    const path = join(folder, 'film.mp4')
    writeFileSync(path, Buffer.alloc(3 * MB))
    const onWaiting = vi.fn()
    const sending = {
      begun: undefined,
      onBegun: async () => undefined,
      onProgress: () => undefined,
      onWaiting,
    }
    expect(await sendFile(connection, path, sending)).toBe('u1')
    expect(await sendFile(connection, path, sending)).toBe('u1')
    expect(parts).toEqual([MB, MB, MB, MB, MB, MB])
    expect(onWaiting).not.toHaveBeenCalled()
  }, 30_000)

  it('describes a refusal by a proxy without its HTML page', () => {
    const texts = textsOf('en')
    expect(failureText(new ApiFailure(413, page), texts)).toBe(
      'A proxy between here and the server refused the request (HTTP 413).',
    )
  })
})

describe('certificate errors', () => {
  const problem = (code: string) =>
    certificateProblem(
      new NoAnswer('fetch failed', {
        cause: new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }),
      }),
      'https://admin.example.com',
    )

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unknownAuthority'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'unknownAuthority'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknownAuthority'],
    ['CERT_HAS_EXPIRED', 'badCertificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'badCertificate'],
    ['ECONNREFUSED', undefined],
  ])('explains the certificate error %s: %s', (code, key) => {
    expect(problem(code)?.key).toBe(key)
  })
})

describe('refusals of an upload in the panel', () => {
  const failed = (status: number, body: string) => ({
    originalResponse: { getStatus: () => status, getBody: () => body },
  })

  it.each([
    [413, page, 'errors.too_large_between'],
    [403, '<html>blocked</html>', 'errors.refused_between'],
    [413, '{"code":"too_large","message":"x"}', 'errors.too_large'],
    [422, '{"code":"validation"}', 'errors.validation'],
  ])('shows for the response %s %s the message %s', (status, body, message) => {
    expect(serverMessage(failed(status, body))).toBe(message)
  })
})
