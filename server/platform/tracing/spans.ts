import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { messageOf } from '~/model/errors'

export const tracer = trace.getTracer('vecto-admin')

/** The id that the log lines, the spans and the response of one request, job or e-mail share. */
export const traceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId

const fail = (span: Span, error: unknown) => {
  if (error instanceof Error) span.recordException(error)
  span.setStatus({ code: SpanStatusCode.ERROR, message: messageOf(error) })
}

/** Runs `work` in a span, which ends with it. */
export const inSpan = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> =>
  tracer.startActiveSpan(name, { attributes }, async span => {
    try {
      return await work()
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  })

/** Like `inSpan`, for frequent work: creates a span only if the active trace is recorded. */
export const inFrequentSpan = <T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> => (trace.getActiveSpan()?.isRecording() ? inSpan(name, attributes, work) : work())

/** The active trace as a W3C `traceparent`, to be stored with work that is done later. */
export const activeTraceparent = (): string | undefined => {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/**
 * The context of a stored or received `traceparent`. One that is not valid begins a new trace, also if the caller runs
 * within the context of another request.
 */
export const contextOf = (traceparent: string | undefined) =>
  propagation.extract(ROOT_CONTEXT, traceparent ? { traceparent } : {})

/** Runs `work` in a span of the trace that requested it. */
export const continueTrace = <T>(
  traceparent: string | undefined,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> => context.with(contextOf(traceparent), () => inSpan(name, attributes, work))
