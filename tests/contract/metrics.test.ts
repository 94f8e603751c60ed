import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoWorld, demoWorld } from '../support/demo-world'
import { freePort } from '../support/free-port'
import { zipFile } from '../support/media-files'
import { startServer, type TestServer } from '../support/test-server'
import { upload } from '../support/uploading'

const METRICS_TOKEN = 'a token of the monitoring'

let server: TestServer
let world: DemoWorld
let port: number

beforeAll(async () => {
  port = await freePort()
  server = await startServer({ demo: true, env: { METRICS_TOKEN, METRICS_PORT: String(port) } })
  world = await demoWorld(server)
})
afterAll(() => server.stop())

const ask = (authorization: string) => fetch(`${server.url}/parse/metrics`, { headers: { authorization } })

const textOf = async () => (await ask(`Bearer ${METRICS_TOKEN}`)).text()

/** The value of a metric with these labels. */
const numberOf = (text: string, metric: string) =>
  Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${metric} `))
      ?.slice(metric.length + 1),
  )

describe('metrics', () => {
  it('are for those who know the token', async () => {
    for (const authorization of ['', 'Bearer ', 'Bearer wrong', METRICS_TOKEN])
      expect((await ask(authorization)).status).toBe(404)
    const { token } = world.of('root').api
    expect((await ask(`Bearer ${token}`)).status).toBe(404)
    const answer = await ask(`Bearer ${METRICS_TOKEN}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ])
  })

  it('do not exist without the setting', async () => {
    const other = await startServer()
    try {
      expect((await fetch(`${other.url}/parse/metrics`)).status).toBe(404)
    } finally {
      await other.stop()
    }
  })

  it('are served at a port of their own, too', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('vecto_workers')])
  })

  it('count requests by route, never by address', async () => {
    const { api } = world.of('admin')
    const route =
      'vecto_http_request_duration_seconds_count{method="GET",route="/parse/medias/:uid",status="404"}'
    const before = numberOf(await textOf(), route) || 0
    for (const id of ['unknown1', 'unknown2', 'unknown3']) await api.get(`medias/${id}`)
    const text = await textOf()
    expect(numberOf(text, route)).toBe(before + 3)
    expect(text).not.toContain('unknown1')
  })

  it('count what arrives, and what waits', async () => {
    const { api } = world.of('admin')
    const file = zipFile()
    const before = numberOf(await textOf(), 'vecto_upload_bytes_total')
    await upload(server.url, api, file)
    const text = await textOf()
    expect(numberOf(text, 'vecto_upload_bytes_total')).toBe(before + file.bytes.length)
    expect(numberOf(text, 'vecto_mails{status="kept"}')).toBeGreaterThan(0)
    expect(numberOf(text, 'vecto_workers')).toBe(0)
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  it('are those that the alerts and the dashboard ask for', async () => {
    const text = await textOf()
    const files = ['deploy/prometheus/alerts.yaml', 'deploy/grafana/vecto.json']
    const asked = new Set(
      files.flatMap(file => readFileSync(file, 'utf8').match(/\b(?:vecto|nodejs|process)_\w+/g) ?? []),
    )
    expect(asked.size).toBeGreaterThan(12)
    for (const name of asked) expect(text).toContain(name.replace(/_(?:count|bucket)$/, ''))
  })
})
