import path from 'node:path'
import { z } from 'zod'

/** The address of a server, without a slash at its end. */
export const webAddress = z.url({ protocol: /^https?$/ }).transform(value => value.replace(/\/+$/, ''))

/** Settings for files in an S3-compatible store, in the shape of `server/platform/config/config.ts`. */
export const s3Settings = {
  S3_BUCKET: {
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    takes: 'the name of a bucket; files are then kept there instead of DATA_DIR/files',
  },
  S3_ENDPOINT: {
    schema: webAddress.optional(),
    takes: 'the address of the store, such as https://s3.example.com; without it, that of AWS',
  },
  S3_PUBLIC_ENDPOINT: {
    schema: webAddress.optional(),
    takes: 'the address at which browsers reach the store, if it differs from S3_ENDPOINT',
  },
  S3_REGION: {
    schema: z
      .string()
      .regex(/^[\w-]+$/)
      .default('us-east-1'),
    takes: 'the region of the bucket, such as eu-west-3',
  },
  S3_PREFIX: {
    schema: z
      .string()
      .regex(/^([\w.-]+\/)*[\w.-]*$/)
      .default('')
      .transform(value => (value === '' || value.endsWith('/') ? value : `${value}/`)),
    takes: 'what the keys of all files begin with, such as vecto/',
  },
  S3_ACCESS_KEY_ID: { schema: z.string().min(1).optional(), takes: 'the id of an access key' },
  S3_SECRET_ACCESS_KEY: { schema: z.string().min(1).optional(), takes: 'the secret of the access key' },
  S3_SESSION_TOKEN: {
    schema: z.string().min(1).optional(),
    takes: 'the session token of a temporary access key',
  },
  S3_PATH_STYLE: {
    schema: z
      .enum(['0', '1'])
      .transform(value => value === '1')
      .optional(),
    takes:
      '1 (https://host/bucket/key) or 0 (https://bucket.host/key); 1 by default where S3_ENDPOINT is set',
  },
} as const

type S3Settings = {
  readonly S3_BUCKET?: string | undefined
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_ACCESS_KEY_ID?: string | undefined
  readonly S3_SECRET_ACCESS_KEY?: string | undefined
  readonly S3_SESSION_TOKEN?: string | undefined
}

/** AWS begins the ids of temporary keys so; the store refuses them without their token. */
const isTemporary = (id = '') => id.startsWith('ASIA')

/** Validates the combination of settings; returns messages. */
export const s3Problems = (settings: S3Settings): string[] => {
  if ((settings.S3_ACCESS_KEY_ID === undefined) !== (settings.S3_SECRET_ACCESS_KEY === undefined))
    return [
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are refused: each takes the other. Without both, the role of the machine is used.',
    ]
  if (isTemporary(settings.S3_ACCESS_KEY_ID) && !settings.S3_SESSION_TOKEN)
    return [
      'S3_ACCESS_KEY_ID is refused: it is a temporary key, which takes an S3_SESSION_TOKEN and expires. Without S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY the usual places of the AWS SDK are used, such as the role of the machine, which is renewed.',
    ]
  if (settings.S3_SESSION_TOKEN && !settings.S3_ACCESS_KEY_ID)
    return ['S3_SESSION_TOKEN is refused: it takes the S3_ACCESS_KEY_ID that it belongs to.']
  return settings.S3_ENDPOINT && !settings.S3_BUCKET
    ? ['S3_ENDPOINT is refused: it takes an S3_BUCKET, in which the files are kept.']
    : []
}

/** Settings for automatic snapshots, read by `server/platform/config/config.ts`. */
export const snapshotSettings = {
  SNAPSHOT_HOURS: {
    schema: z.coerce.number().min(0).max(8760).optional(),
    takes: 'hours between two snapshots, up to 8760; 0: none are taken',
  },
  SNAPSHOT_KEEP: {
    schema: z.coerce.number().int().min(1).max(10_000).default(24),
    takes: 'how many snapshots are kept, 1 to 10000',
  },
  SNAPSHOT_DIR: { schema: z.string().min(1).optional(), takes: 'a folder' },
} as const

type Hours = { readonly SNAPSHOT_HOURS?: number | undefined; readonly DATABASE_URL?: string | undefined }

/** Hourly by default on the embedded database, which a power cut can destroy; opt-in on PostgreSQL. */
export const snapshotHours = ({ SNAPSHOT_HOURS, DATABASE_URL }: Hours) =>
  SNAPSHOT_HOURS ?? (DATABASE_URL ? 0 : 1)

export type Folders = { readonly DATA_DIR: string; readonly SNAPSHOT_DIR?: string | undefined }

export const dataFolder = ({ DATA_DIR }: Pick<Folders, 'DATA_DIR'>) => path.resolve(DATA_DIR)

export const snapshotFolder = (config: Folders) =>
  path.resolve(config.SNAPSHOT_DIR ?? path.join(dataFolder(config), 'snapshots'))

export const filesFolder = (config: Folders) => path.join(dataFolder(config), 'files')

const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_SESSION_TOKEN, S3_PATH_STYLE } =
  s3Settings

/** Settings for vaults: where backups are kept elsewhere, and encrypted. */
export const backupSettings = {
  BACKUP_RECIPIENT: {
    schema: z
      .string()
      .regex(/^age1[0-9a-z]+$/)
      .optional(),
    takes: 'the public key that backups are encrypted for, age1…, as npm run backup-key prints it',
  },
  BACKUP_IDENTITY_FILE: {
    schema: z.string().min(1).optional(),
    takes: 'a file with the private keys of encrypted backups, AGE-SECRET-KEY-…, one a line',
  },
  BACKUP_S3_ENDPOINT: S3_ENDPOINT,
  BACKUP_S3_REGION: { ...S3_REGION, schema: S3_REGION.schema.removeDefault().optional() },
  BACKUP_S3_ACCESS_KEY_ID: S3_ACCESS_KEY_ID,
  BACKUP_S3_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY,
  BACKUP_S3_SESSION_TOKEN: S3_SESSION_TOKEN,
  BACKUP_S3_PATH_STYLE: S3_PATH_STYLE,
} as const

const days = (usual: number) => ({
  schema: z.coerce.number().int().min(0).max(36_500).default(usual),
  takes: 'a number of days up to 36500; 0: for good',
})

/** Days for which a deleted record can be restored; 0 deletes it immediately and permanently. */
const trashDays = {
  schema: z.coerce.number().int().min(0).max(3650).default(30),
  takes: 'a number of days up to 3650; 0: nothing is kept',
}

/** Retention periods of tables that only grow. */
export const retentionSettings = {
  RETENTION_EVENTS_DAYS: days(0),
  RETENTION_SESSIONS_DAYS: days(0),
  RETENTION_MAILS_DAYS: days(90),
  RETENTION_NOTIFICATIONS_DAYS: days(90),
  RETENTION_DELIVERIES_DAYS: days(30),
  RETENTION_SECURITY_EVENTS_DAYS: days(365),
  RETENTION_USAGE_DAYS: days(1100),
} as const

/** Retention period of the trash. */
export const trashSettings = { TRASH_DAYS: trashDays } as const
