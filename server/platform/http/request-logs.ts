import type { IncomingMessage } from 'node:http'
import { context, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import pino from 'pino'
import type { Config } from '~/server/platform/config/config'
import type { Metrics } from '~/server/platform/metrics/metrics'
import { contextOf, tracer } from '~/server/platform/tracing/spans'
import { toApiError } from './errors'

/**
 * Measures each request by its route, never by its address, whose number is not limited; and counts the errors that
 * requests end with.
 */
export const measureRequests = (
  app: FastifyInstance,
  { requests, countError }: Pick<Metrics, 'requests' | 'countError'>,
) => {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.addHook('onError', async (_request, _reply, error) => countError(toApiError(error)))
}

const spans = new WeakMap<IncomingMessage, Span>()

const only = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)

/**
 * The caller's trace. It is sampled here again: any client can request an export, which must not exceed
 * `OTEL_TRACES_SAMPLER_ARG`.
 */
const callersTrace = (traceparent: string | undefined, share: number) => {
  const asked = contextOf(traceparent)
  const caller = trace.getSpanContext(asked)
  if (!caller) return asked
  const traceFlags = Math.random() < share ? caller.traceFlags : TraceFlags.NONE
  return trace.setSpanContext(asked, { ...caller, traceFlags })
}

/**
 * @param share of the requested exports that are made
 * @returns a function that begins the span of a request, in the trace of its `traceparent` if any, and returns its trace id
 */
export const traceBeginner =
  (share: number) =>
  (request: IncomingMessage): string => {
    const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method ?? '' } }
    const span = tracer.startSpan('request', options, callersTrace(only(request.headers.traceparent), share))
    spans.set(request, span)
    return span.spanContext().traceId
  }

/** Makes the request's span the active one for the rest of the request's handling. */
const enter = ({ raw }: { readonly raw: IncomingMessage }, _reply: unknown, next: () => void) => {
  const span = spans.get(raw)
  if (span) context.with(trace.setSpan(context.active(), span), next)
  else next()
}

/** Runs each request in its span, and names the trace in X-Request-Id, which the panel shows with an error. */
export const traceRequests = (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    enter(request, reply, next)
  })
  // The body arrives in the context of the connection, where the span is not active.
  app.addHook('preValidation', enter)
  app.addHook('onResponse', async ({ raw, method, routeOptions }, { statusCode }) => {
    const span = spans.get(raw)
    span?.updateName(`${method} ${routeOptions.url ?? 'none'}`)
    span?.setAttributes({ 'http.route': routeOptions.url ?? 'none', 'http.response.status_code': statusCode })
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

type Warned = { readonly config: Config; readonly log: FastifyBaseLogger }

const forwarding = ['x-forwarded-for', 'forwarded'] as const

/** Warns once about a reverse proxy that TRUST_PROXY does not declare: all rate limits see its address. */
export const warnOfUndeclaredProxy = (app: FastifyInstance, { config, log }: Warned) => {
  if (config.TRUST_PROXY) return
  let isSaid = false
  app.addHook('onRequest', async ({ headers }) => {
    if (isSaid || !forwarding.some(name => headers[name] !== undefined)) return
    isSaid = true
    log.warn(
      'Requests come through a reverse proxy that TRUST_PROXY does not declare, so limits by address count all of them as one. Set TRUST_PROXY=1, or to the addresses of your proxies.',
    )
  })
}

/**
 * Logs contain the route of a request, never its URL, which may hold the key of a link, a file's signature or
 * a one-time code.
 */
export const requestSerializers = {
  req: (request: Partial<FastifyRequest>) => ({
    method: request.method,
    route: request.routeOptions?.url ?? 'none',
    remoteAddress: request.ip,
  }),
  // A response sent after the deadline's 503: the error message contains the URL.
  err: (error: Error & { readonly code?: string }): pino.SerializedError | { readonly code: string } =>
    error.code === 'FST_ERR_REP_ALREADY_SENT' ? { code: error.code } : pino.stdSerializers.err(error),
}
