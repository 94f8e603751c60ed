import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readConfig } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { migrate } from '~/server/platform/database/migrations'
import { openFileStore } from '~/server/platform/storage/drivers'
import { testDatabase } from '~/tests/support/database/database'
import { command, withDatabase } from './backups'

type Env = Readonly<Record<string, string>>

/** Stored files of an installation. */
export const COUNT = 6

/** Settings of a new installation in a folder, with an empty database. */
export const emptyInstallation = async (folder: string, settings: Env = {}): Promise<Env> => ({
  ...(await testDatabase()).env,
  ...settings,
  S3_PREFIX: settings.S3_BUCKET ? `${newUid()}/` : '',
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'silent',
})

/**
 * An installation without a server, with some files in its folder or in the bucket of the settings; the last one has no
 * checksum in its row, as thumbnails.
 */
export const installation = async (folder: string, settings: Env = {}) => {
  const env = await emptyInstallation(folder, settings)
  const store = await openFileStore(readConfig(env, 'test'), { usableBytes: () => 1 })
  const ids: string[] = []
  await withDatabase(env, async database => {
    await migrate({ direct: database })
    for (let made = 0; made < COUNT; made += 1) {
      const [id, bytes] = [newUid(), randomBytes(5_000 + made)]
      ids.push(id)
      await store.write(id, bytes)
      const md5 = made === COUNT - 1 ? '' : createHash('md5').update(bytes).digest('base64')
      await database.run(sql`insert into files (id, user_uid, label, content_type, size, md5)
        values (${id}, '', 'a file', 'application/zip', ${bytes.length}, ${md5})`)
    }
  })
  const [id = ''] = ids
  const backUp = (target: string, ...more: string[]) =>
    command('backup', [join(folder, target), ...more], env)
  return { env, id, ids, last: ids.at(-1) ?? '', backUp, at: (...names: string[]) => join(folder, ...names) }
}
