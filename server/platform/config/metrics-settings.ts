import { z } from 'zod'
import { hostToListenOn } from './listening'

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
  METRICS_HOST: {
    schema: hostToListenOn.optional(),
    takes: 'the address at which METRICS_PORT listens, such as 127.0.0.1; that of HOST by default',
  },
} as const

type Ports = {
  readonly PORT: number
  readonly METRICS_PORT?: number | undefined
  readonly METRICS_HOST?: string | undefined
}

/** Validates the combination of settings; returns messages. */
export const metricsProblems = ({ PORT, METRICS_PORT, METRICS_HOST }: Ports): string[] => [
  ...(METRICS_PORT !== undefined && METRICS_PORT === PORT
    ? [`METRICS_PORT=${METRICS_PORT} is refused: it is PORT too; it takes another port.`]
    : []),
  ...(METRICS_HOST !== undefined && METRICS_PORT === undefined
    ? ['METRICS_HOST is refused: it takes a METRICS_PORT.']
    : []),
]
