import { z } from 'zod'

/** OpenTelemetry's own names: its exporter also reads OTEL_EXPORTER_OTLP_HEADERS and its other settings. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: z.url({ protocol: /^https?$/ }).optional(),
    takes:
      'the address of an OpenTelemetry collector that speaks OTLP over HTTP, such as http://collector:4318',
  },
  OTEL_SERVICE_NAME: {
    schema: z.string().min(1).max(100).default('vecto-admin'),
    takes: 'the name of this service in traces, 1 to 100 characters',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z.coerce.number().min(0).max(1).default(1),
    takes: 'the share of traces that are exported, from 0 to 1',
  },
} as const
