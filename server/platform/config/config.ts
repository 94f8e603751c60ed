import { hostname, totalmem } from 'node:os'
import { isatty } from 'node:tty'
import { z } from 'zod'
import { databaseProblems, databaseSettings } from './database-settings'
import {
  contactSettings,
  firebaseProblems,
  firebaseSettings,
  mailProblems,
  mailSettings,
  oidcProblems,
  oidcSettings,
  pushProblems,
  pushSettings,
  webhookSettings,
} from './integration-settings'
import {
  encoderProblems,
  engineSettings,
  hostToListenOn,
  limitSettings,
  metricsProblems,
  metricsSettings,
  siteAddress,
  tracingSettings,
} from './operation-settings'
import {
  backupSettings,
  retentionSettings,
  s3Problems,
  s3Settings,
  snapshotSettings,
  trashSettings,
  webAddress,
} from './storage-settings'

const port = z.coerce.number().int().min(0).max(65535)
/** Three quarters of the memory of the machine, or of the container, in GB. */
const defaultJobMemory = () =>
  Math.max(0.5, (0.75 * Math.min(process.constrainedMemory() || totalmem(), totalmem())) / 1024 ** 3)

const flag = z.enum(['0', '1']).transform(value => value === '1')

/**
 * Every setting: its schema, its accepted values in words, its default. Documented in `docs/operations.md`.
 */
const settings = {
  PORT: { schema: port.default(1337), takes: 'a port number from 0 to 65535' },
  HOST: { schema: hostToListenOn.default('0.0.0.0'), takes: 'an address to listen on, such as 127.0.0.1' },
  DATA_DIR: { schema: z.string().min(1).default('data'), takes: 'a folder' },
  SECRET_KEYS: {
    schema: z.string().min(1).optional(),
    takes: 'the keys of DATA_DIR/secret, separated by commas, for servers that do not share DATA_DIR',
  },
  PUBLIC_URL: {
    schema: siteAddress.optional(),
    takes:
      'the address staff type, such as https://admin.example.com: a host of its own, since the panel cannot be served below a path',
  },
  API_URL: {
    schema: webAddress.optional(),
    takes: 'the address of the API, for a panel on another host, such as https://api.example.com/parse',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    takes: 'fatal, error, warn, info, debug, trace or silent',
  },
  LOG_FORMAT: {
    // People read a terminal, programs read everything else.
    schema: z.enum(['json', 'text']).default(() => (isatty(1) ? 'text' : 'json')),
    takes: 'json or text',
  },
  DEMO: { schema: flag.default(true), takes: '0 (no demo data) or 1' },
  DEMO_PASSWORD: {
    schema: z.string().min(6).max(200).optional(),
    takes: 'a password of 6 to 200 characters',
  },
  TELL_UNKNOWN_USER: {
    schema: flag.default(true),
    takes: "1 (sign-in tells 'User not found' from 'Wrong password') or 0 (it does not)",
  },
  MAX_UPLOAD_GB: {
    schema: z.coerce.number().positive().max(10_000).default(100),
    takes: 'a number of GB above 0',
  },
  UPLOAD_USER_GB: {
    schema: z.coerce.number().positive().max(10_000).default(200),
    takes: 'a number of GB above 0: what one user may have uploaded without using it',
  },
  UPLOAD_USER_COUNT: {
    schema: z.coerce.number().int().min(1).max(10_000).default(100),
    takes: 'how many uploads of one user may wait to be used, 1 to 10000',
  },
  MIN_FREE_GB: {
    schema: z.coerce.number().positive().max(10_000).default(1),
    takes: 'a number of GB above 0: below so much free space no upload begins',
  },
  ...contactSettings,
  ...mailSettings,
  FFMPEG_PATH: { schema: z.string().min(1).optional(), takes: 'the path of ffmpeg' },
  FFPROBE_PATH: { schema: z.string().min(1).optional(), takes: 'the path of ffprobe' },
  ...engineSettings,
  WORKER_JOBS: {
    schema: z.coerce.number().int().min(0).max(64).default(1),
    takes: 'how many videos are worked on at once, 0 to 64; 0: none here, other workers do it',
  },
  WORKER_NAME: {
    schema: z.string().min(1).max(100).optional(),
    takes: 'a name of 1 to 100 characters',
  },
  WORKER_TASKS: {
    schema: flag.default(false),
    takes:
      '1 (a worker also does what servers do without a request, for functions, which rest between requests) or 0',
  },
  WORKER_LOST_SECONDS: {
    schema: z.coerce.number().int().min(5).max(3600).default(30),
    takes: 'seconds from 5 to 3600 without a sign of life',
  },
  JOB_LOSSES: {
    schema: z.coerce.number().int().min(1).max(100).default(3),
    takes: 'a number of lost workers from 1 to 100',
  },
  JOB_SILENCE_SECONDS: {
    schema: z.coerce.number().int().min(5).max(86_400).default(900),
    takes: 'seconds from 5 to 86400 that the engine may be silent',
  },
  JOB_HOURS: {
    schema: z.coerce.number().positive().max(22).default(12),
    takes: 'hours above 0 and at most 22',
  },
  JOB_MEMORY_GB: {
    schema: z.coerce.number().min(0.5).max(10_000).default(defaultJobMemory),
    takes: 'GB from 0.5: the most memory of ffmpeg, and of each process of the engine',
  },
  ...firebaseSettings,
  ...metricsSettings,
  ...s3Settings,
  ...backupSettings,
  ...snapshotSettings,
  ...oidcSettings,
  ...pushSettings,
  ...limitSettings,
  ...databaseSettings,
  ...tracingSettings,
  ...retentionSettings,
  ...webhookSettings,
  ...trashSettings,
} as const

export const settingNames: readonly string[] = Object.keys(settings)

type Settings = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }
export type Config = Omit<Settings, 'WORKER_NAME'> & {
  readonly WORKER_NAME: string
  readonly version: string
}

/** Several servers of one database may run on one machine. */
const workerName = ({ DATABASE_URL }: Settings) =>
  DATABASE_URL ? `${hostname()}-${process.pid}` : hostname()

export class ConfigError extends Error {}

/** Without the line end that files of secrets have; undefined for blanks. */
const textOf = (env: NodeJS.ProcessEnv, name: string) => {
  const text = env[name]?.replace(/[\r\n]+$/, '')
  if (text !== undefined && text.trim() !== '') return text
  // The SDK's own variables for the same key.
  const isOwnKey = env.S3_ACCESS_KEY_ID !== undefined && env.S3_ACCESS_KEY_ID === env.AWS_ACCESS_KEY_ID
  return name === 'S3_SESSION_TOKEN' && isOwnKey ? env.AWS_SESSION_TOKEN : undefined
}

/**
 * Reads the environment. An empty value counts as absent, blanks too: as numbers they would be 0.
 * @throws ConfigError naming each invalid variable and its accepted values
 */
export const readConfig = (env: NodeJS.ProcessEnv, version: string): Config => {
  const wrong: string[] = []
  const entries = Object.entries(settings).map(([name, { schema, takes }]) => {
    const parsed = schema.safeParse(textOf(env, name))
    if (!parsed.success)
      wrong.push(
        `${name}=${/PASSWORD|SECRET|PRIVATE|TOKEN|SMTP_URL|DATABASE_(DIRECT_|READ_)?URL/.test(name) ? '…' : env[name]} is refused: it takes ${takes}.`,
      )
    return [name, parsed.data]
  })
  const values = Object.fromEntries(entries) as Settings
  const basePath = env.BASE_PATH?.trim() ?? ''
  if (!['', '/'].includes(basePath))
    wrong.push(
      `BASE_PATH=${basePath} is refused: the panel cannot be served below a path; give it a host name of its own and name that in PUBLIC_URL.`,
    )
  if (wrong.length === 0)
    wrong.push(
      ...databaseProblems(values),
      ...encoderProblems(values),
      ...firebaseProblems(values, env.NODE_ENV),
      ...mailProblems(values),
      ...metricsProblems(values),
      ...oidcProblems(values),
      ...pushProblems(values),
      ...s3Problems(values),
    )
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return { ...values, WORKER_NAME: values.WORKER_NAME ?? workerName(values), version }
}

/**
 * Base URL of the panel for links in e-mails, without a trailing slash. Never derived from a request: a
 * forged Host header would send the recipient, and the key in the link, to another server.
 */
export const panelAddress = ({
  FIREBASE_PANEL_ORIGIN,
  PUBLIC_URL,
  PORT,
}: Pick<Config, 'PUBLIC_URL' | 'PORT'> & Partial<Pick<Config, 'FIREBASE_PANEL_ORIGIN'>>) =>
  FIREBASE_PANEL_ORIGIN?.[0] ?? PUBLIC_URL ?? `http://localhost:${PORT}`

/**
 * The address with which links to files begin: a path for a panel of this server; else the address of the API, or of this
 * server, for a panel on another host.
 */
export const linkAddress = ({
  API_URL,
  FIREBASE_PANEL_ORIGIN,
  PUBLIC_URL = '',
}: Pick<Config, 'API_URL' | 'FIREBASE_PANEL_ORIGIN' | 'PUBLIC_URL'>) =>
  API_URL ?? `${FIREBASE_PANEL_ORIGIN ? PUBLIC_URL : ''}/parse`
