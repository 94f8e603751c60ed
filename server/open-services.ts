import path from 'node:path'
import { createBackground } from './background'
import type { Config } from './config'
import type { Connection } from './db/connection'
import { migrate } from './db/migrations'
import { folderStore } from './files/file-store'
import { createLinkSigner } from './files/signed-links'
import { type Ground, openGround } from './ground'
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

/**
 * Migrates, and makes what every part is given: of the server, and of a worker by itself.
 * @param ground the open database, where it is there or on its way already
 */
export const openServices = async (
  config: Config,
  ground: Ground | Promise<Ground> = openGround(config),
): Promise<Opened> => {
  const { connection, disk, log } = await ground
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
