import path from 'node:path'
import type { Config } from '~/server/platform/config/config'
import type { DiskSpace } from '~/server/platform/disk/disk-space'
import type { FileStore } from './file-store'
import { folderStore } from './folder-store'

/** A kind of storage: opens its store, or returns undefined where the settings do not choose it. */
type Driver = (config: Config, disk: Pick<DiskSpace, 'usableBytes'>) => Promise<FileStore | undefined>

const s3: Driver = async config => {
  const { S3_BUCKET } = config
  if (!S3_BUCKET) return undefined
  // The client prints which Node it will need next year: a matter of this package's dependencies.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  // Loaded only where it is used.
  const { s3Store } = await import('./s3/s3-store')
  return s3Store({ ...config, S3_BUCKET })
}

const firebase: Driver = async config => {
  const { FIREBASE_STORAGE_BUCKET } = config
  if (!FIREBASE_STORAGE_BUCKET) return undefined
  const { bucketStore } = await import('./firebase/bucket-store')
  return bucketStore({ ...config, FIREBASE_STORAGE_BUCKET })
}

const folder: Driver = async ({ DATA_DIR }, disk) =>
  folderStore(path.join(path.resolve(DATA_DIR), 'files'), disk)

/** All kinds of storage. The first that the settings choose is used. */
const drivers: readonly Driver[] = [s3, firebase, folder]

/** Opens the file store that the settings choose. */
export const openFileStore = async (
  config: Config,
  disk: Pick<DiskSpace, 'usableBytes'>,
): Promise<FileStore> => {
  for (const driver of drivers) {
    const store = await driver(config, disk)
    if (store) return store
  }
  throw new Error('No storage driver takes these settings')
}
