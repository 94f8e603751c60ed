import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendFile } from '~/cli/upload'
import { plainNginx, type SiteName, startSite } from '../support/browser/reverse-proxy-sites'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { needsSite, skipOnEmbedded } from '../support/process/needs'
import { type Api, login } from '../support/server/api'
import { watch } from '../support/server/live-stream-client'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { announce, mediaOf, sendBytes } from '../support/storage/tus-uploads'
import { zipFile } from '../support/video/media-files'

const MB = 1024 ** 2
const METRICS_TOKEN = 'a token of the monitoring'

/** A ZIP file of 20 MB: bytes after the archive are ignored. */
const largeFile = () => {
  const file = zipFile()
  return { ...file, bytes: Buffer.concat([file.bytes, Buffer.alloc(20 * MB - file.bytes.length, 7)]) }
}

/** Status of a request with an unmodified path, sent from another address of this machine. */
const rawRequest = (url: string, path: string, options: { body?: object; headers?: object } = {}) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const text = options.body && JSON.stringify(options.body)
    const headers = { ...(text && { 'Content-Type': 'application/json' }), ...options.headers }
    const method = text ? 'POST' : 'GET'
    const sent = request({ hostname, port, path, method, localAddress: '127.0.0.2', headers }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject).end(text)
  })

if (process.env.TEST_DB === 'postgres') {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ demo: true, env: { TRUST_PROXY: '1', METRICS_TOKEN } })
  })
  afterAll(() => server?.stop())

  describe.each<SiteName>(['nginx', 'haproxy', 'caddy'])('the site of deploy/%s', name => {
    let site: Awaited<ReturnType<typeof startSite>> | undefined
    let url = ''
    let root: Api
    beforeEach(context => needsSite(context, name))
    beforeAll(async () => {
      site = await startSite(name, server.url).catch(error => {
        if (String(error).includes('is not installed')) return undefined
        throw error
      })
      if (!site) return
      url = site.url
      root = await login(url, 'root@demo.example', demoPassword)
    })
    afterAll(() => site?.stop())

    it('the proxy passes sign-in, lists and API errors', async () => {
      expect((await root.get('users/me')).status).toBe(200)
      expect((await root.get<{ results: object[] }>('companies?batch=2')).body.results).toHaveLength(2)
      expect((await root.get('companies/absent')).body).toMatchObject({ code: 'not_found' })
    })

    it('the proxy passes an upload of 20 MB in parts of 8 MB, and a range of it', async () => {
      const file = largeFile()
      const { path } = await announce(root, file)
      for (let offset = 0; offset < file.bytes.length; offset += 8 * MB) {
        const part = file.bytes.subarray(offset, offset + 8 * MB)
        expect((await sendBytes(url, root, path, part, offset)).status).toBe(204)
      }
      const { body: sent } = await root.get<Parameters<typeof mediaOf>[0]>(path)
      const { body: media } = await root.post<{ uid: string }>('medias', mediaOf(sent))
      const { body: link } = await root.get<{ url: string }>(`dl/medias/${media.uid}/file`)
      const part = await fetch(new URL(link.url, url), { headers: { Range: 'bytes=100-199' } })
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100])
    })

    it('the proxy passes the event stream without buffering', async () => {
      const stream = await watch(url, root)
      await eventually(
        () => stream.heard.length,
        count => count > 0,
        3,
      )
      const { body } = await root.post<{ uid: string }>('companies', { name: `Live through ${name}` })
      await eventually(() => stream.heard.some(({ data }) => data.id === body.uid), Boolean, 3)
      stream.leave()
    })

    it.each([
      '/parse/metrics',
      '/parse/%6detrics',
      '/parse/%6Detric%73',
      '/%70arse/metrics',
      '/parse/metrics/',
      '/parse/metrics?x=1',
      '//parse/metrics',
      '/parse//metrics',
      '/parse/./metrics',
      '/parse/utils/../metrics',
      '/parse%2fmetrics',
    ])('the proxy blocks metrics requested as %s', async path => {
      const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
      expect(await rawRequest(url, path, { headers })).toBeGreaterThanOrEqual(400)
      expect(await rawRequest(server.url, '/parse/metrics', { headers })).toBe(200)
    })

    it('the proxy forwards the client’s address, not the one in its headers', async () => {
      const email = `nobody-${name}@guess.example`
      const body = { email, password: 'wrong-password' }
      const headers = { 'X-Forwarded-For': '203.0.113.7' }
      expect(await rawRequest(url, '/parse/login', { body, headers })).toBe(404)
      const events = () =>
        root.get<{ results: { address: string; details: object }[] }>(
          'security_events?batch=20&fsort=createdAt&osort=desc',
        )
      const { body: found } = await eventually(
        events,
        answer => JSON.stringify(answer.body).includes(email),
        5,
      )
      const event = found.results.find(({ details }) => JSON.stringify(details).includes(email))
      expect(event?.address).toBe('127.0.0.2')
    })
  })

  it('the command line uploads through an nginx with a limit of 1 MB per request', long, async context => {
    needsSite(context, 'nginx')
    const plain = await startSite('nginx', server.url, plainNginx)
    const folder = mkdtempSync(join(tmpdir(), 'vecto-plain-'))
    const root = await login(server.url, 'root@demo.example', demoPassword)
    const path = join(folder, 'archive.zip')
    writeFileSync(path, largeFile().bytes)
    const nothing = { begun: undefined, onBegun: async () => undefined, onProgress: () => undefined }
    const onWaiting = () => undefined
    const id = await sendFile({ url: plain.url, token: root.token ?? '' }, path, { ...nothing, onWaiting })
    expect((await root.get<{ size: number }>(`files/${id}`)).body.size).toBe(20 * MB)
    rmSync(folder, { recursive: true })
    await plain.stop()
  })
} else skipOnEmbedded('one kind of database is enough to try proxies')
