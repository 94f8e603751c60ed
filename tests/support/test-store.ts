import { randomBytes } from 'node:crypto'
import { cpSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readConfig } from '~/server/platform/config/config'
import { openFileStore } from '~/server/platform/storage/drivers'

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
export const testStore = (seeded?: string): Record<string, string> => {
  if (!process.env.TEST_S3_SETTINGS) return {}
  const settings: Record<string, string> = JSON.parse(process.env.TEST_S3_SETTINGS)
  const env = { ...settings, S3_PREFIX: `${randomBytes(6).toString('hex')}/` }
  if (seeded) {
    const filter = (path: string) => !basename(path).startsWith(MARKER)
    cpSync(folderOf({ ...env, S3_PREFIX: seeded }), folderOf(env), { recursive: true, filter })
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

/** The ids of the files in a server's store. */
export const storedIds = ({ dataDir, env }: Home) =>
  env.S3_BUCKET
    ? readdirSync(folderOf(env))
        .filter(name => /^[A-Za-z0-9]{20}\._S3rver_object$/.test(name))
        .map(name => name.slice(0, -OBJECT.length))
    : readdirSync(join(dataDir, 'files')).filter(name => !name.endsWith('.json'))
