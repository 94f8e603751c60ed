import { z } from 'zod'
import { s3Settings } from './s3-settings'

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
