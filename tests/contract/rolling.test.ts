import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProxy, type TestProxy } from '../support/network/load-balancer'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { skipOnEmbedded } from '../support/process/needs'
import { keepRepeating } from '../support/process/under-load'
import { type Api, login } from '../support/server/api'
import { watch } from '../support/server/live-stream-client'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { announce, offsetOf, sendBytes, sendStalled } from '../support/storage/tus-uploads'
import { zipFile } from '../support/video/media-files'

const MB = 1024 ** 2

if (process.env.TEST_DB === 'postgres')
  describe('a rolling restart behind a proxy', () => {
    let servers: TestServer[]
    let proxy: TestProxy
    let api: Api

    beforeAll(async () => {
      const env = { DRAIN_SECONDS: '2' }
      const first = await startServer({ demo: true, env })
      const { DATABASE_URL = '' } = first.env
      const second = await startServer({ dataDir: first.dataDir, env: { ...env, DATABASE_URL } })
      servers = [first, second]
      proxy = await startProxy(servers.map(({ url }) => url))
      api = await login(proxy.url, 'admin@demo.example', demoPassword)
    })
    afterAll(async () => {
      proxy.stop()
      await Promise.all(servers.map(server => server.stop()))
    })

    const replaceAll = async () => {
      for (const server of servers) {
        await server.restart()
        await eventually(proxy.ready, count => count === servers.length)
      }
    }

    it('a rolling restart behind a proxy fails no request', long, async () => {
      const lists = ['medias?batch=10', 'users/me', 'companies?batch=10', 'videos?batch=5']
      const stop = keepRepeating(lists.map(path => () => api.get(path)))
      await replaceAll()
      const answers = await stop()
      expect(Object.keys(answers)).toEqual(['200'])
      expect(answers[200]).toBeGreaterThan(100)
    })

    it('a rolling restart continues an upload without sending stored bytes again', long, async () => {
      const bytes = Buffer.concat([zipFile().bytes, randomBytes(20 * MB)])
      const { path } = await announce(api, { ...zipFile(), bytes })
      const replacing = replaceAll()
      let sent = 0
      for (let offset = 0; offset < bytes.length; offset = (await offsetOf(api, path)).offset) {
        const part = bytes.subarray(offset, offset + MB)
        sent += part.length
        await sendBytes(proxy.url, api, path, part, offset).catch(() => undefined)
        await sleep(200)
      }
      await replacing
      const { body } = await api.get<{ md5Hash: string }>(path)
      expect(body.md5Hash).toBe(createHash('md5').update(bytes).digest('base64'))
      // At most one part per restarted server.
      expect(sent - bytes.length).toBeLessThanOrEqual(2 * MB)
    })

    it('a server with an open stream and a stalled upload shuts down in time', long, async () => {
      const [server] = servers
      if (!server) throw new Error('There is no server')
      const own = await login(server.url, 'admin@demo.example', demoPassword)
      const stream = await watch(server.url, own)
      const { path } = await announce(own, { ...zipFile(), bytes: randomBytes(MB) })
      const silent = sendStalled(server.url, own, path, randomBytes(1000))
      await sleep(500)
      const begun = Date.now()
      await server.restart()
      await silent.ended
      await stream.ended
      // Two seconds for the proxy plus the next start.
      expect(Date.now() - begun).toBeLessThan(12_000)
    })
  })
else skipOnEmbedded('the embedded database serves one server alone')
