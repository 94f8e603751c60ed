import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp } from './app'
import { createBackground } from './background'
import type { Config } from './config'
import { connect } from './db/connection'
import { migrate } from './db/migrations'
import { folderStore } from './files/file-store'
import { createLinkSigner } from './files/signed-links'
import { withFirebase } from './identity/firebase-users'
import { createSessions } from './identity/sessions'
import { startProcessing } from './jobs/processing'
import { createQueue } from './jobs/queue'
import { createChanges } from './realtime/changes'
import { readSecret } from './secret'
import type { Services } from './services'
import { startUpkeep } from './upkeep'

export type Running = { readonly app: FastifyInstance; readonly services: Services; close(): Promise<void> }

/** Connects, migrates and listens. `seed` runs once the tables are there, before anyone can call. */
export const startServer = async (
  config: Config,
  seed?: (services: Services) => Promise<void>,
): Promise<Running> => {
  const log = pino({
    level: config.LOG_LEVEL,
    redact: ['req.headers.authorization', 'req.headers["x-parse-session-token"]'],
  })
  const secret = readSecret(config.DATA_DIR)
  const connection = await connect(config, () => {
    log.fatal('The embedded database ended. Start the server again; if it happens again, restore a backup.')
    process.exit(1)
  })
  try {
    const { database } = connection
    await migrate(database)
    const files = folderStore(path.join(path.resolve(config.DATA_DIR), 'files'))
    const services: Services = {
      config,
      database,
      files,
      links: createLinkSigner(secret),
      sessions: withFirebase(createSessions(database), database, config),
      background: createBackground(log),
      queue: await createQueue(database, log),
      changes: await createChanges(connection, config.DATABASE_URL !== undefined, log),
      log,
    }
    await seed?.(services)
    const app = await buildApp(services)
    await app.listen({ port: config.PORT, host: config.HOST })
    startUpkeep(services)
    const processing = await startProcessing(services)
    const close = async () => {
      await app.close()
      await processing.stop()
      await services.background.stop()
      await services.changes.close()
      await services.queue.close()
      await connection.close()
    }
    return { app, services, close }
  } catch (error) {
    await connection.close()
    throw error
  }
}
