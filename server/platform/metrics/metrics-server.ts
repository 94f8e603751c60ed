import { createServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '~/server/platform/config/config'
import type { Metrics } from './metrics'

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
