import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readConfig } from '~/server/platform/config/config'
import { openFileStore } from '~/server/platform/storage/drivers'
import { linkFiles } from '~/tests/support/server/seeded-folder'
import { copyObjects, objectsIn } from './s3-objects'

type Env = Readonly<Record<string, string | undefined>>

/** Name of the marker object with the database of a bucket; not copied, since a copy has another database. */
const MARKER = 'vecto-database'

/** Suffix of the file in which s3rver stores an object. */
const OBJECT = '._S3rver_object'

const folderOf = ({ S3_BUCKET = '', S3_PREFIX = '' }: Env) =>
  join(process.env.TEST_S3_DIRECTORY ?? '', S3_BUCKET, S3_PREFIX)

/**
 * Settings of a new file store of the kind that TEST_STORE names.
 * @param seeded prefix of the files to copy
 */
export const testStore = async (seeded?: string): Promise<Record<string, string>> => {
  if (!process.env.TEST_S3_SETTINGS) return {}
  const settings: Record<string, string> = JSON.parse(process.env.TEST_S3_SETTINGS)
  const env = { ...settings, S3_PREFIX: `${randomBytes(6).toString('hex')}/` }
  if (seeded && process.env.TEST_S3_DIRECTORY) {
    linkFiles(folderOf({ ...env, S3_PREFIX: seeded }), folderOf(env), name => !name.startsWith(MARKER))
  } else if (seeded) {
    const names = (await objectsIn(env, seeded)).filter(name => !name.startsWith(MARKER))
    await copyObjects(env, seeded, env.S3_PREFIX, names)
  }
  return env
}

/** Opens the file store of a server as the server does. */
export const openStoreOf = ({ env }: Store) =>
  openFileStore(readConfig(env, 'test'), { usableBytes: () => Number.MAX_SAFE_INTEGER })

type Store = Pick<Home, 'env'>

/** The ids of all files in a server's store. */
export const listStore = async (home: Store) => {
  const ids: string[] = []
  for await (const id of (await openStoreOf(home)).list()) ids.push(id)
  return ids
}

type Home = { readonly dataDir: string; readonly env: Env }

/** The path of a file in a server's store. */
export const storedPath = ({ dataDir, env }: Home, id: string) =>
  env.S3_BUCKET ? join(folderOf(env), `${id}${OBJECT}`) : join(dataDir, 'files', id)
