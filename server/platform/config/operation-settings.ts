import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { webAddress } from './storage-settings'

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Settings of how videos are encoded and 3D videos made, in the shape of `server/platform/config/config.ts`. */
export const engineSettings = {
  FFMPEG_ENCODER: {
    schema: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/)
      .optional(),
    takes:
      'the name of one encoder of ffmpeg for H.264 or HEVC, without options, such as h264_nvenc: ffmpeg -encoders lists them',
  },
  FFMPEG_DEVICE: {
    schema: z
      .string()
      .regex(/^\/[\w./:-]{1,199}$/)
      .optional(),
    takes: 'the path of a graphics device, such as /dev/dri/renderD128',
  },
  VECTO_ENGINE: {
    schema: z.string().min(1).optional(),
    takes: 'a command that speaks the contract of docs/engine.md, its parts separated by spaces',
  },
  SEGMENT_SECONDS: {
    schema: z.coerce.number().int().min(0).max(3600).optional(),
    takes: 'seconds from 1 to 3600: longer 3D videos are made in segments of about this length; 0: never',
  },
  DEPTH_MODEL: {
    schema: z
      .string()
      .min(1)
      .refine(isFile)
      .transform(path => resolve(path))
      .optional(),
    takes: 'the path of a file in ONNX format with a depth model',
  },
  REFUND_POOR: {
    schema: z
      .enum(['0', '1', 'false', 'true'])
      .default('0')
      .transform(value => value === '1' || value === 'true'),
    takes: '1 (a 3D video with a poor grade gives its seconds back) or 0',
  },
} as const

type Encoding = { readonly FFMPEG_ENCODER?: string | undefined; readonly FFMPEG_DEVICE?: string | undefined }

/** Validates the combination of settings; returns messages. */
export const encoderProblems = ({ FFMPEG_ENCODER = '', FFMPEG_DEVICE }: Encoding): string[] =>
  FFMPEG_DEVICE !== undefined && !/_(vaapi|qsv)$/.test(FFMPEG_ENCODER)
    ? [
        'FFMPEG_DEVICE is refused: it takes an FFMPEG_ENCODER that opens a device, whose name ends with _vaapi or _qsv.',
      ]
    : []

/** Hours, at least a quarter of one. */
const hours = (most: number) => z.coerce.number().min(0.25).max(most)

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

const networks = ['loopback', 'linklocal', 'uniquelocal']

/** An IP address, or a CIDR range such as `10.0.0.0/8`. */
export const isAddressRange = (text: string) => {
  const [address = '', bits, ...more] = text.split('/')
  const width = isIP(address) === 6 ? 128 : 32
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width)
  return isIP(address) !== 0 && isRange && more.length === 0
}

/** An address, a range, or the name of one. */
const isNetwork = (text: string) => networks.includes(text) || isAddressRange(text)

/** The proxies whose X-Forwarded-For is trusted, as Fastify's `trustProxy` option. */
type TrustProxy = false | string[] | ((address: string, hop: number) => boolean)

const hops = z
  .string()
  .regex(/^\d$/)
  .transform((count): TrustProxy => {
    const most = Number(count)
    // Fastify ignores the header if it is given the number itself.
    return most === 0 ? false : (_address, hop) => hop < most
  })

const proxies = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .refine(parts => parts.every(isNetwork))
  .transform((parts): TrustProxy => parts)

/** Settings for request limits and trusted proxies, in the shape of `server/platform/config/config.ts`. */
export const limitSettings = {
  TRUST_PROXY: {
    schema: z.union([hops, proxies]).default(false),
    takes:
      'how many reverse proxies stand before the server (0 to 9), or their addresses separated by commas, such as 10.0.0.0/8,loopback',
  },
  REQUEST_SECONDS: {
    schema: whole(1, 3600).default(60),
    takes: 'seconds from 1 to 3600 that a request may take',
  },
  BODY_SECONDS: {
    schema: whole(1, 3600).default(30),
    takes: 'seconds from 1 to 3600 within which the body of a request must arrive',
  },
  UPLOAD_IDLE_SECONDS: {
    schema: whole(1, 3600).default(60),
    takes: 'seconds from 1 to 3600 that an upload may send nothing',
  },
  HEADER_SECONDS: {
    schema: whole(1, 3600).default(15),
    takes: 'seconds from 1 to 3600 within which the headers of a request must arrive',
  },
  DRAIN_SECONDS: {
    schema: whole(0, 300).default(0),
    takes:
      'seconds from 0 to 300 between the signal to stop and the end, in which proxies turn to other servers',
  },
  SESSION_HOURS: {
    schema: hours(8784).default(720),
    takes: 'hours from 0.25 to 8784 after which a session ends, whatever its use',
  },
  SESSION_IDLE_HOURS: {
    schema: hours(8784).default(168),
    takes: 'hours from 0.25 to 8784 without use after which a session ends',
  },
  MAILS_PER_HOUR: {
    schema: whole(1, 1_000_000).default(500),
    takes: 'e-mails from 1 to 1000000 that the people of a company may cause in an hour',
  },
} as const

/** An IP address, in brackets too as in addresses of pages, or a host name; without a scheme or a port. */
export const hostToListenOn = z
  .string()
  .transform(text => text.trim().replace(/^\[(.+)\]$/, '$1'))
  .refine(text => isIP(text) !== 0 || /^[a-z0-9]([\w-]*[\w])?(\.[\w-]+)*$/i.test(text))

/** The address of a site: scheme, host and port alone, as browsers write them. */
export const siteAddress = webAddress
  .refine(text => {
    const { pathname, search, hash, username } = new URL(text)
    return pathname === '/' && search + hash + username === ''
  })
  .transform(text => new URL(text).origin)

type Failed = { readonly code?: string; readonly message: string }

/** Why the server cannot listen, in a sentence with the remedy. */
export const explainListening = ({ code, message }: Failed, host: string, port: number) => {
  const remedies: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use by another program: end that one, or set another PORT.`,
    EACCES: `Port ${port} takes rights that this user lacks: set a PORT from 1024, with a proxy in front of it.`,
    EADDRNOTAVAIL: `HOST=${host} is no address of this machine: set one of its own, or 0.0.0.0 for all (:: with IPv6).`,
    EAFNOSUPPORT: `HOST=${host} is an IPv6 address, and this machine has IPv6 switched off: set HOST=0.0.0.0.`,
    ENOTFOUND: `HOST=${host} is a name that this machine does not know: set an address, such as 0.0.0.0.`,
  }
  return remedies[code ?? ''] ?? `The server cannot listen on ${host}, port ${port}: ${message}`
}

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
