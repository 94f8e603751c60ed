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
