import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockTables } from '../support/database/locked-tables'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { type Api, login } from '../support/server/api'
import { listAll } from '../support/server/demo-world'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { startTraceCollector, type TraceCollector } from '../support/server/trace-collector'
import { upload } from '../support/storage/tus-uploads'
import { sphereFilm } from '../support/video/films'
import { until, type Video, videoReady } from '../support/video/video-jobs'

let collector: TraceCollector
let server: TestServer
let root: Api
let output = ''

beforeAll(async () => {
  collector = await startTraceCollector()
  const env = {
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    DATABASE_STATEMENT_SECONDS: '1',
  }
  server = await startServer({ demo: true, worker: true, env })
  server.process().stdout?.on('data', text => {
    output += text
  })
  root = await login(server.url, 'root@demo.example', demoPassword)
})
afterAll(async () => {
  await server.stop()
  collector.stop()
})

const newTrace = (flags = '01') => {
  const [id, parent] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  return { id, parent, headers: { traceparent: `00-${id}-${parent}-${flags}` } }
}

/** The spans of a trace, once spans with all these names have been exported. */
const spansWith = (id: string, ...names: string[]) =>
  until(
    async () => collector.spansOf(id),
    spans => names.every(name => spans.some(span => span.name === name)),
    30,
  )

const linesOf = (id: string) => output.split('\n').filter(line => line.includes(`"trace":"${id}"`))

describe('a request', () => {
  it('the response, log lines and SQL statements of a request carry its caller’s trace', long, async () => {
    const { id, parent, headers } = newTrace()
    const { headers: answered } = await root.call('GET', 'companies', { headers })
    expect(answered.get('x-request-id')).toBe(id)
    const spans = await spansWith(id, 'GET /parse/companies', 'SQL')
    const request = spans.find(({ name }) => name === 'GET /parse/companies')
    const statement = spans.find(({ name }) => name === 'SQL')
    expect([request?.parentSpanId, statement?.parentSpanId]).toEqual([parent, request?.spanId])
    expect(linesOf(id).map(line => JSON.parse(line).msg)).toEqual(['incoming request', 'request completed'])
  })

  it('keeps the trace of an unsampled request without exporting it', long, async () => {
    const [quiet, wanted] = [newTrace('00'), newTrace()]
    for (const { id, headers } of [quiet, wanted])
      expect((await root.call('GET', 'health', { headers })).headers.get('x-request-id')).toBe(id)
    await spansWith(wanted.id, 'GET /parse/health')
    expect(collector.spansOf(quiet.id)).toEqual([])
  })

  it('exports no more traces than the configured ratio, whatever the caller’s flag', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' }
    const other = await startServer({ env })
    const { id, headers } = newTrace()
    const { headers: answered } = await fetch(`${other.url}/parse/health`, { headers })
    // Remaining spans are exported before the server exits.
    await other.stop()
    expect([answered.get('x-request-id'), collector.spansOf(id)]).toEqual([id, []])
  })

  it.each<Record<string, string>>([
    {},
    { traceparent: 'nonsense' },
    { traceparent: `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01` },
  ])('starts a new trace without a valid traceparent: %o', async headers => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await root.call('GET', 'health', { headers })).headers.get('x-request-id')),
    )
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
  })

  it('the reference of a failed request finds its reason in the log', long, async context => {
    context.skip(process.env.TEST_DB !== 'postgres', 'the embedded database works for one at a time')
    const unlock = await lockTables(server, ['companies'], 4)
    const { status, headers } = await root.get('companies')
    const id = headers.get('x-request-id') ?? ''
    await unlock()
    expect(status).toBe(503)
    expect(linesOf(id).join()).toContain('statement timeout')
  })
})

describe('traces of background work', () => {
  it('a job and its programs belong to the trace of the request that enqueued it', long, async context => {
    needsFfmpeg(context)
    const { id, headers } = newTrace()
    const file = await upload(server.url, root, sphereFilm({ seconds: 1 }))
    const body = { name: 'Traced', file }
    const { body: video } = await root.call<Video>('POST', 'videos360', { headers, body })
    expect((await videoReady(root, video.uid)).status).toBe('completed')
    const spans = await spansWith(id, 'POST /parse/videos360', 'prepare-video', 'ffprobe', 'ffmpeg')
    const job = spans.find(({ name }) => name === 'prepare-video')
    expect(spans.filter(({ name }) => name === 'ffmpeg').map(span => span.parentSpanId)).toContain(
      job?.spanId,
    )
  })

  it('an e-mail belongs to the trace of the request that enqueued it', long, async () => {
    const { id, headers } = newTrace()
    const [company] = await listAll(root, 'companies')
    const body = {
      email: 'traced@demo.example',
      role: 'viewer',
      company: { ref: `companies/${company?.uid}` },
    }
    expect((await root.call('POST', 'user-invite', { headers, body })).status).toBeLessThan(300)
    await spansWith(id, 'POST /parse/user-invite', 'mail')
  })
})
