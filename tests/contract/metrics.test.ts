import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/process/eventually'
import { needsFfmpeg } from '../support/process/needs'
import { login } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { freePort } from '../support/server/free-port'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { mediaOf, upload } from '../support/storage/tus-uploads'
import { sphereFilm } from '../support/video/films'
import { pngFile, zipFile } from '../support/video/media-files'
import { sendVideo, videoReady } from '../support/video/video-jobs'

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
  it('metrics require the token', async () => {
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

  it('metrics return 404 without METRICS_TOKEN', async () => {
    const other = await startServer()
    try {
      expect((await fetch(`${other.url}/parse/metrics`)).status).toBe(404)
    } finally {
      await other.stop()
    }
  })

  it('metrics are also served on their own port', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('vecto_workers')])
  })

  it('metrics count requests by route, not by URL', async () => {
    const { api } = world.of('admin')
    const route =
      'vecto_http_request_duration_seconds_count{method="GET",route="/parse/medias/:uid",status="404"}'
    const before = numberOf(await textOf(), route) || 0
    for (const id of ['unknown1', 'unknown2', 'unknown3']) await api.get(`medias/${id}`)
    const text = await textOf()
    expect(numberOf(text, route)).toBe(before + 3)
    expect(text).not.toContain('unknown1')
  })

  it('metrics count uploaded bytes, spooled e-mails and workers', async () => {
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

  it('metrics count errors by code, also those of sign-in and quotas', async () => {
    const { api } = world.of('root')
    const company = `companies/${world.of('admin').actor.company}`
    const wrong = 'vecto_http_errors_total{code="wrong_password",quota=""}'
    const seats = 'vecto_http_errors_total{code="quota",quota="users"}'
    const before = await textOf()
    const { status } = await fetch(`${server.url}/parse/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'editor@demo.example', password: 'not this one' }),
    })
    const { body } = await api.post<{ code: string }>(`${company}/purchases`, {
      type: 'users',
      quantity: -100_000,
    })
    expect([status, body.code]).toEqual([404, 'quota'])
    const after = await textOf()
    for (const metric of [wrong, seats])
      expect(numberOf(after, metric)).toBe((numberOf(before, metric) || 0) + 1)
  })

  it('metrics count uploads that exceed a limit', async () => {
    const { api } = world.of('admin')
    const tooLarge = 'vecto_http_errors_total{code="too_large",quota=""}'
    const before = numberOf(await textOf(), tooLarge) || 0
    const { status } = await fetch(`${server.url}/parse/files`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${api.token}`, 'tus-resumable': '1.0.0' },
        ...{ 'upload-length': String(2 ** 50), 'upload-metadata': `filename ${btoa('sphere.mp4')}` },
      },
    })
    expect(status).toBe(413)
    expect(numberOf(await textOf(), tooLarge)).toBe(before + 1)
  })

  it('metrics include the operations, size and free space of the file store', async () => {
    const { api } = world.of('admin')
    const synced = 'vecto_store_operation_duration_seconds_count{operation="sync",result="completed"}'
    const before = numberOf(await textOf(), synced) || 0
    await upload(server.url, api, zipFile())
    const text = await textOf()
    expect(numberOf(text, synced)).toBe(before + 1)
    expect(numberOf(text, 'vecto_stored_bytes')).toBeGreaterThan(0)
    if (!process.env.TEST_S3_SETTINGS) expect(numberOf(text, 'vecto_store_usable_bytes')).toBeGreaterThan(0)
    else expect(text).not.toMatch(/^vecto_store_usable_bytes /m)
  })

  it('metrics count jobs by failed stage and measure the completed stages', async context => {
    needsFfmpeg(context)
    const worker = await startServer({ demo: true, worker: true, env: { METRICS_TOKEN } })
    try {
      const admin = await login(worker.url, 'admin@demo.example', demoPassword)
      const film = sphereFilm({ seconds: 0.4 })
      const damaged = { ...film, bytes: Buffer.concat([film.bytes.subarray(0, 64), Buffer.alloc(10_000)]) }
      const { uid } = await sendVideo(worker.url, admin, damaged)
      expect(await videoReady(admin, uid)).toMatchObject({ reasonCode: 'truncated' })
      const media = await admin.post<{ uid: string }>(
        'medias',
        mediaOf(await upload(worker.url, admin, await pngFile())),
      )
      await eventually(
        async () => (await admin.get<{ status: string }>(`medias/${media.body.uid}`)).body.status,
        status => status === 'completed',
      )
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const ended = 'vecto_job_duration_seconds_count'
      // The record changes before the metric.
      const text = await eventually(
        async () => (await fetch(`${worker.url}/parse/metrics`, { headers })).text(),
        said => numberOf(said, `${ended}{job="make-thumbnails",result="completed",stage=""}`) === 1,
      )
      expect(numberOf(text, `${ended}{job="prepare-video",result="truncated",stage="probing"}`)).toBe(1)
      const stages = 'vecto_job_stage_duration_seconds_count'
      expect(numberOf(text, `${stages}{job="prepare-video",stage="start"}`)).toBe(1)
      expect(numberOf(text, `${stages}{job="prepare-video",stage="probing"}`)).toBeNaN()
    } finally {
      await worker.stop()
    }
  })

  it('metrics include every name that the alerts and the dashboard use', async () => {
    const text = await textOf()
    const files = ['deploy/prometheus/alerts.yaml', 'deploy/grafana/vecto.json']
    const asked = new Set(
      files.flatMap(file => readFileSync(file, 'utf8').match(/\b(?:vecto|nodejs|process)_\w+/g) ?? []),
    )
    expect(asked.size).toBeGreaterThan(12)
    if (process.env.TEST_S3_SETTINGS) asked.delete('vecto_store_usable_bytes')
    for (const name of asked) expect(text).toContain(name.replace(/_(?:count|bucket)$/, ''))
  })
})
