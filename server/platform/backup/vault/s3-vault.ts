import { Readable } from 'node:stream'
import { paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Config } from '~/server/platform/config/config'
import { inOrder } from '~/server/platform/process/concurrency'
import { BackupError } from '~/server/platform/storage/removal'
import { createClient, partSizeOf, unlessAbsent, withoutPrefix } from '~/server/platform/storage/s3/s3-client'
import type { Vault } from './vault'

/** Backups may be kept at another provider, by a key that reaches nothing else. */
const settingsOf = (config: Config, S3_BUCKET: string, prefix: string) => ({
  S3_BUCKET,
  S3_PREFIX: prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`,
  S3_PUBLIC_ENDPOINT: undefined,
  S3_ENDPOINT: config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT,
  S3_REGION: config.BACKUP_S3_REGION ?? config.S3_REGION,
  S3_ACCESS_KEY_ID: config.BACKUP_S3_ACCESS_KEY_ID ?? config.S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY: config.BACKUP_S3_SECRET_ACCESS_KEY ?? config.S3_SECRET_ACCESS_KEY,
  S3_SESSION_TOKEN: config.BACKUP_S3_ACCESS_KEY_ID ? config.BACKUP_S3_SESSION_TOKEN : config.S3_SESSION_TOKEN,
  S3_PATH_STYLE: config.BACKUP_S3_PATH_STYLE ?? config.S3_PATH_STYLE,
})

/** A vault in a bucket of an S3-compatible store. */
export const s3Vault = (Bucket: string, prefix: string, config: Config): Vault => {
  const settings = settingsOf(config, Bucket, prefix)
  const client = createClient(settings)
  const place = `s3://${Bucket}/${settings.S3_PREFIX}`
  async function* list(Prefix: string) {
    for await (const { Contents } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
      for (const { Key = '' } of Contents ?? []) yield withoutPrefix(Key, settings)
  }
  return {
    place,
    list,
    finder: prefix => {
      const { find, close } = inOrder(list(prefix), name => name)
      return { has: async name => (await find(name)) !== undefined, close }
    },
    put: async (Key, Body, size) => {
      await new Upload({ client, params: { Bucket, Key, Body }, partSize: partSizeOf(size) }).done()
    },
    get: async Key => {
      const found = await unlessAbsent(client.getObject({ Bucket, Key }))
      if (found?.Body instanceof Readable) return found.Body
      throw new BackupError(`${place}${Key} is missing in the backup.`)
    },
    remove: async Key => void (await unlessAbsent(client.deleteObject({ Bucket, Key }))),
  }
}
