import { createServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from './metrics'

/** Serves the metrics at METRICS_PORT, for a network that only the monitoring reaches: no token is asked for. */
export const serveMetrics = (metrics: Metrics, port: number | undefined, log: FastifyBaseLogger) => {
  if (port === undefined) return { close: () => undefined }
  const server = createServer((_request, response) => {
    metrics.text().then(
      text => response.setHeader('content-type', metrics.contentType).end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  server.on('error', error => log.error(error, 'METRICS_PORT'))
  server.listen(port)
  return { close: () => void server.close() }
}
