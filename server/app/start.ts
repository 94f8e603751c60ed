import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { messageOf } from '~/model/errors'
import { startProcessing } from '~/server/features/processing/processing'
import { runCreateRoot } from '~/server/features/setup/create-root-command'
import type { Config } from '~/server/platform/config/config'
import { explainListening } from '~/server/platform/config/operation-settings'
import { waitingWith } from '~/server/platform/database/wait-for-database'
import { serveControl } from '~/server/platform/process/control-socket'
import type { Services } from '~/server/records/context'
import { buildApp } from './app'
import { startBackground } from './background'
import type { BaseServices } from './base-services'
import { handlers } from './job-handlers'
import { openServices } from './open-services'

export type Running = { readonly app: FastifyInstance; readonly services: Services; close(): Promise<void> }

/** Seconds that requests under way have when the server stops. */
const LONGEST_CLOSE = 20

type StartOptions = {
  /** Runs after the migrations, before the server listens; again if the connection to the database is lost. */
  readonly seed?: (services: Services) => Promise<void>
  readonly ground?: Promise<BaseServices>
}

/** Commands open PostgreSQL by themselves; the embedded database serves this process alone. */
const takeCommands = async (services: Services) =>
  services.config.DATABASE_URL
    ? undefined
    : serveControl(services.config.DATA_DIR, { 'create-root': body => runCreateRoot(services, body) })

/** Migrates the database, listens, and starts jobs and everything else that happens without a request. */
export const startServer = async (config: Config, { seed, ground }: StartOptions = {}): Promise<Running> => {
  const { services, connection, close } = await openServices(config, { ground })
  try {
    await waitingWith(services.log)(async () => seed?.(services))
    const app = await buildApp(services)
    await app.listen({ port: config.PORT, host: config.HOST }).catch((error: NodeJS.ErrnoException) => {
      throw new Error(explainListening(error, config.HOST, config.PORT), { cause: error })
    })
    const processing = await startProcessing(services, handlers)
    // It serves without videos: requests must not end with a worker's name.
    processing.ready.catch(error => services.log.error(messageOf(error)))
    const background = await startBackground(services, connection)
    const control = await takeCommands(services)
    const closeAll = async () => {
      control?.close()
      // Stops jobs first, so that other workers claim them immediately.
      const jobs = processing.stop()
      await services.draining.begin()
      await Promise.race([app.close(), sleep(LONGEST_CLOSE * 1000, undefined, { ref: false })])
      await jobs
      await background.stop()
      await close()
    }
    return { app, services, close: closeAll }
  } catch (error) {
    await close()
    throw error
  }
}
