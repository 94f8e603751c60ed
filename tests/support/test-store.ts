import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readConfig } from '~/server/platform/config/config'
import { openFileStore } from '~/server/platform/storage/drivers'
import { copyObjects, objectsIn } from './s3-objects'
import { linkFiles } from './seeded-folder'

type Env = Readonly<Record<string, string | undefined>>

/** The mark of the database that a bucket belongs to: a copy belongs to another one. */
const MARKER = 'vecto-database'

/** How s3rver names the file of an object. */
const OBJECT = '._S3rver_object'

const folderOf = ({ S3_BUCKET = '', S3_PREFIX = '' }: Env) =>
  join(process.env.TEST_S3_DIRECTORY ?? '', S3_BUCKET, S3_PREFIX)

/**
 * Settings of a file store of one's own, of the kind that TEST_STORE names.
 * @param seeded the prefix of files to begin with
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

/** The file store of a server, as the server itself opens it. */
export const openStoreOf = ({ env }: Store) =>
  openFileStore(readConfig(env, 'test'), { usableBytes: () => Number.MAX_SAFE_INTEGER })

type Store = Pick<Home, 'env'>

/** The ids that a server's file store lists. */
export const listStore = async (home: Store) => {
  const ids: string[] = []
  for await (const id of (await openStoreOf(home)).list()) ids.push(id)
  return ids
}

type Home = { readonly dataDir: string; readonly env: Env }

/** The path under which a server's store keeps a file. */
export const storedPath = ({ dataDir, env }: Home, id: string) =>
  env.S3_BUCKET ? join(folderOf(env), `${id}${OBJECT}`) : join(dataDir, 'files', id)
