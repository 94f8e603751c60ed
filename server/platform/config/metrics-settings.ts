import { z } from 'zod'

/** Settings for monitoring, in the shape of `server/platform/config/config.ts`. */
export const metricsSettings = {
  METRICS_TOKEN: {
    schema: z.string().min(16).optional(),
    takes: 'a secret of 16 characters or more, with which GET /parse/metrics is asked',
  },
  METRICS_PORT: {
    schema: z.coerce.number().int().min(1).max(65535).optional(),
    takes: 'a port number from 1 to 65535, at which metrics are served without a token',
  },
} as const
