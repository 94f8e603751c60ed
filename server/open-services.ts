import path from 'node:path'
import pino from 'pino'
import { createBackground } from './background'
import type { Config } from './config'
import { type Connection, connect } from './db/connection'
import { migrate } from './db/migrations'
import { warnOfSlowStatements } from './db/slow-statements'
import { createDiskSpace, type DiskSpace } from './files/disk-space'
import { folderStore } from './files/file-store'
import { createLinkSigner } from './files/signed-links'
import { requestSerializers } from './http/request-logs'
import { withFirebase } from './identity/firebase-users'
import { createRateLimits } from './identity/rate-limits'
import { createSessions } from './identity/sessions'
import { createImages } from './images/images'
import { createQueue } from './jobs/queue'
import { createChanges } from './realtime/changes'
import { createPush } from './realtime/push'
import { createSeals } from './sealing'
import { readKeys } from './secret'
import type { Services } from './services'

export type Opened = { readonly services: Services; readonly connection: Connection; close(): Promise<void> }

const logger = ({ LOG_LEVEL }: Config) =>
  pino({
    level: LOG_LEVEL,
    serializers: requestSerializers,
  })

type Ground = { readonly connection: Connection; readonly disk: DiskSpace; readonly log: Services['log'] }

const assemble = async (config: Config, { connection, disk, log }: Ground): Promise<Services> => {
  const { database } = connection
  await migrate(database)
  const keys = readKeys(config.DATA_DIR)
  return {
    config,
    database,
    disk,
    files: folderStore(path.join(path.resolve(config.DATA_DIR), 'files')),
    images: createImages(),
    links: createLinkSigner(keys, config.FIREBASE_PANEL_ORIGIN && config.PUBLIC_URL),
    seals: createSeals(keys),
    sessions: withFirebase(createSessions(database), database, config),
    limits: createRateLimits(database),
    background: createBackground(log),
    queue: await createQueue(database, log),
    changes: await createChanges(connection, config.DATABASE_URL !== undefined, log),
    push: createPush(config, database, log),
    log,
  }
}

/** Connects, migrates, and makes what every part is given: of the server, and of a worker by itself. */
export const openServices = async (config: Config): Promise<Opened> => {
  const log = logger(config)
  const disk = createDiskSpace(config, log)
  disk.makeRoom()
  const onLost = (reason: string) => {
    log.fatal(reason)
    process.exit(1)
  }
  const connection = await connect(config, {
    onLost,
    onWait: reason => log.warn(reason),
    measure: warnOfSlowStatements(log),
  })
  try {
    const services = await assemble(config, { connection, disk, log })
    const close = async () => {
      await services.background.stop()
      services.images.close()
      await services.changes.close()
      await services.queue.close()
      await connection.close()
      disk.close()
    }
    return { services, connection, close }
  } catch (error) {
    await connection.close()
    throw error
  }
}
