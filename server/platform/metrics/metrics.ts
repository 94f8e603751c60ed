import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ApiError } from '~/model/errors'
import type { Config } from '~/server/platform/config/config'
import { standardOutput } from '~/server/platform/process/output'

/** Upper bounds of the histograms' buckets, in seconds. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const jobSeconds = [1, 5, 15, 60, 300, 900, 3600, 14_400]
const storeSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60]

/** A value that is read when the metrics are scraped; with a label, one value for each label value. */
type Reading = number | Readonly<Record<string, number>>

type ReadGauge = {
  readonly name: string
  readonly help: string
  readonly label?: string
  /** Left out of the metrics if it fails: the others say why. */
  readonly read: () => Reading | Promise<Reading>
}

/** Seconds that one value may take: where the database hangs, the metrics that say so must still be read. */
const TIME_OUT = 2

const late = async () => {
  await sleep(TIME_OUT * 1000, undefined, { ref: false })
  return {}
}

const addGauge = (registry: Registry, { name, help, label, read }: ReadGauge) => {
  const gauge = new Gauge({
    ...{ name, help, labelNames: label ? [label] : [], registers: [registry] },
    collect: async () => {
      gauge.reset()
      const value = await Promise.race([Promise.resolve().then(read), late()]).catch(() => ({}))
      if (typeof value === 'number') gauge.set(value)
      else for (const [word, count] of Object.entries(value)) gauge.set({ [label ?? 'kind']: word }, count)
    },
  })
}

/** Counts errors by code, and by quota for exceeded quotas of companies. */
const createErrorCounter = (registry: Registry) => {
  const errors = new Counter({
    name: 'vecto_http_errors_total',
    help: 'Errors that requests ended with, by code; limits are among them (too_many_requests, quota, upload_quota)',
    labelNames: ['code', 'quota'],
    registers: [registry],
  })
  return ({ code, details }: ApiError) => errors.inc({ code, quota: String(details.params?.quota ?? '') })
}

/** Metrics of this process, in the format of Prometheus. */
export const createMetrics = (pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>) => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addGauge(registry, {
    name: 'vecto_database_connections',
    help: 'Connections of the pool, and what waits for one',
    label: 'state',
    read: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  })
  addGauge(registry, {
    name: 'vecto_log_lines_dropped',
    help: 'Lines of the log that could not be written since the start',
    read: () => standardOutput().dropped(),
  })
  return {
    requests: new Histogram({
      name: 'vecto_http_request_duration_seconds',
      help: 'Duration of requests by route; uploads and live streams are not among them',
      labelNames: ['method', 'route', 'status'],
      buckets: requestSeconds,
      registers,
    }),
    jobs: new Histogram({
      name: 'vecto_job_duration_seconds',
      help: 'Duration of runs of jobs; result: completed, released (run again) or the reason of the failure; stage: where a run that was not completed ended',
      labelNames: ['job', 'stage', 'result'],
      buckets: jobSeconds,
      registers,
    }),
    jobStages: new Histogram({
      name: 'vecto_job_stage_duration_seconds',
      help: 'Duration of the completed stages of jobs',
      labelNames: ['job', 'stage'],
      buckets: jobSeconds,
      registers,
    }),
    storeOperations: new Histogram({
      name: 'vecto_store_operation_duration_seconds',
      help: 'Duration of operations of the file store; result: completed, missing, unavailable or failed',
      labelNames: ['operation', 'result'],
      buckets: storeSeconds,
      registers,
    }),
    reads: new Counter({
      name: 'vecto_database_reads_total',
      help: 'Lists, where a standby may answer them: on the standby, or on the primary as it was behind or failed',
      labelNames: ['place'],
      registers,
    }),
    countError: createErrorCounter(registry),
    uploadedBytes: new Counter({
      name: 'vecto_upload_bytes_total',
      help: 'Bytes of uploads that arrived',
      registers,
    }),
    gauge: (gauge: ReadGauge) => addGauge(registry, gauge),
    contentType: registry.contentType,
    /** The text that Prometheus reads. */
    text: () => registry.metrics(),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

type Settings = Pick<Config, 'METRICS_PORT' | 'METRICS_HOST' | 'HOST'>

/** Serves the metrics at METRICS_PORT without a token, for a network that only the monitoring reaches. */
export const serveMetrics = (
  metrics: Metrics,
  { METRICS_PORT: port, METRICS_HOST, HOST }: Settings,
  log: FastifyBaseLogger,
) => {
  const host = METRICS_HOST ?? HOST
  if (port === undefined) return { close: () => undefined }
  const server = createServer((_request, response) => {
    metrics.text().then(
      text => response.setHeader('content-type', metrics.contentType).end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  server.on('error', error =>
    log.error(error, `METRICS_PORT=${port} of ${host} cannot be used: no metrics are served there`),
  )
  server.listen(port, host)
  return { close: () => void server.close() }
}
