import type { IncomingMessage } from 'node:http'
import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { contextOf, tracer } from '~/server/platform/tracing/spans'

const spans = new WeakMap<IncomingMessage, Span>()

const only = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)

/** Begins the span of a request, in the trace of its `traceparent` if it has one. @returns its trace id */
export const beginTrace = (request: IncomingMessage): string => {
  const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method ?? '' } }
  const span = tracer.startSpan('request', options, contextOf(only(request.headers.traceparent)))
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
