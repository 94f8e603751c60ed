import { withTimeout } from '~/model/with-timeout'
import { observingAccounts } from '~/server/features/firebase/account-outbox'
import { withFirebase } from '~/server/features/firebase/firebase-users'
import { createPushTokens } from '~/server/features/notifications/notification-routes'
import { createSessions } from '~/server/features/sessions/sessions'
import { withApiTokens } from '~/server/features/tokens/api-tokens'
import { withViews } from '~/server/features/viewings/view-sessions'
import { announceChange } from '~/server/features/webhooks/announce'
import { type Config, linkAddress } from '~/server/platform/config/config'
import { snapshotHours } from '~/server/platform/config/storage-settings'
import { createEncryption, keysOf } from '~/server/platform/crypto/secret-keys'
import { createLinkSigner } from '~/server/platform/crypto/signed-links'
import { readDatabaseTime } from '~/server/platform/database/clock'
import type { Connection } from '~/server/platform/database/connection'
import { type Database, withoutSlowWarnings } from '~/server/platform/database/database'
import { migrate } from '~/server/platform/database/migrations'
import { openReading, type Reading } from '~/server/platform/database/standby'
import { waitingWith } from '~/server/platform/database/wait-for-database'
import { emptyScratch } from '~/server/platform/disk/scratch'
import { createDraining } from '~/server/platform/http/draining'
import { createRateLimits } from '~/server/platform/http/rate-limits'
import { createImages } from '~/server/platform/images/images'
import { createMetrics, type Metrics, serveMetrics } from '~/server/platform/metrics/metrics'
import { createBackground } from '~/server/platform/process/concurrency'
import { createQueue } from '~/server/platform/queue/queue'
import { createChanges } from '~/server/platform/realtime/changes'
import { createPush } from '~/server/platform/realtime/push'
import { createSnapshotState } from '~/server/platform/snapshots/snapshots'
import { openFileStore } from '~/server/platform/storage/drivers'
import { type FileStore, NotTheStore, StoreUnavailable } from '~/server/platform/storage/file-store'
import { measureStore, requireOwnership } from '~/server/platform/storage/store-checks'
import type { Services } from '~/server/records/context'
import { type BaseServices, openBaseServices } from './base-services'
import { hooksOf } from './resource-hooks'

export type Opened = { readonly services: Services; readonly connection: Connection; close(): Promise<void> }

/** Milliseconds that a start waits for the file store. */
const PATIENCE = 10_000

/** @throws ForeignStore, NotTheStore. Without an answer the server starts: requests that need no file work. */
const checkStore = async (files: FileStore, database: Database, log: Services['log']) => {
  const late = new StoreUnavailable('The file store does not answer')
  try {
    await withTimeout(PATIENCE, requireOwnership(files, database), late)
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || error instanceof NotTheStore) throw error
    log.error(`${error.message}. Files are not available until it answers.`)
  }
}

const assemble = async (
  config: Config,
  { connection, disk, log }: Omit<BaseServices, 'tracing'>,
  metrics: Metrics,
  reading: Reading,
  { listens, rests }: Required<Pick<OpenOptions, 'listens' | 'rests'>>,
): Promise<Services> => {
  const { database } = connection
  emptyScratch()
  const whileAway = waitingWith(log)
  await withoutSlowWarnings(() => whileAway(() => migrate(connection)))
  await whileAway(() => readDatabaseTime(database))
  const keys = keysOf(config)
  const files = measureStore(await openFileStore(config, disk), metrics)
  await whileAway(() => checkStore(files, database, log))
  return {
    config,
    database,
    reading,
    disk,
    draining: createDraining(config.DRAIN_SECONDS),
    snapshots: createSnapshotState(snapshotHours(config) > 0),
    files,
    metrics,
    images: createImages(),
    links: createLinkSigner(keys, linkAddress(config)),
    encryption: createEncryption(keys),
    sessions: withViews(
      withApiTokens(withFirebase(createSessions(database, config), database, config), database),
      database,
      config,
    ),
    rateLimits: createRateLimits(database),
    background: createBackground(log),
    queue: await whileAway(() => createQueue(database, log)),
    changes: await whileAway(() => createChanges(connection, log, { listens })),
    push: createPush(config, createPushTokens(database), log, rests),
    hooksOf,
    observe: observingAccounts(announceChange, config),
    log,
  }
}

type OpenOptions = {
  /** The base services, if they are already open or opening. */
  readonly ground?: BaseServices | Promise<BaseServices> | undefined
  /** False: this process publishes live changes, but serves no live stream. */
  readonly listens?: boolean
  /** The process rests between requests: what a request causes ends before its response. */
  readonly rests?: boolean
}

/** Migrates the database and creates the services of the server or of a standalone worker. */
export const openServices = async (
  config: Config,
  { ground = openBaseServices(config), listens = true, rests = false }: OpenOptions = {},
): Promise<Opened> => {
  const { connection, disk, log, tracing } = await ground
  const metrics = createMetrics(connection.pool)
  const standby = openReading(config, connection.database, place => metrics.reads.inc({ place }))
  try {
    const services = await assemble(config, { connection, disk, log }, metrics, standby.read, {
      listens,
      rests,
    })
    const monitoring = serveMetrics(services.metrics, config, log)
    const close = async () => {
      monitoring.close()
      await services.background.stop()
      services.images.close()
      await services.changes.close()
      await services.queue.close()
      await standby.close()
      await connection.close()
      disk.close()
      await tracing.close()
    }
    return { services, connection, close }
  } catch (error) {
    await standby.close()
    await connection.close()
    throw error
  }
}
