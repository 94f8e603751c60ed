import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '~/server/platform/config/config'

type TracingConfig = Pick<
  Config,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG' | 'WORKER_NAME' | 'version'
>

type Export = { readonly sampler: Sampler; readonly spanProcessors: SpanProcessor[] }

const exportOf = async (config: TracingConfig): Promise<Export> => {
  // Trace ids are generated without a collector too, since they correlate log lines.
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return { sampler: new AlwaysOffSampler(), spanProcessors: [] }
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  return {
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  }
}

/**
 * Starts OpenTelemetry in this process, once: its API is global. Spans are exported where
 * OTEL_EXPORTER_OTLP_ENDPOINT is set.
 */
export const startTracing = async (config: TracingConfig) => {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': config.version,
      'service.instance.id': config.WORKER_NAME,
    }),
    ...(await exportOf(config)),
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  /** Exports the remaining spans; an unavailable collector must not delay the exit. */
  return { close: () => provider.shutdown().catch(() => undefined) }
}

export type Tracing = Awaited<ReturnType<typeof startTracing>>
