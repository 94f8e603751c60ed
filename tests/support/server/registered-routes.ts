import type { RouteOptions } from 'fastify'
import '@fastify/swagger'
import pino from 'pino'
import { buildApp } from '~/server/app/app'
import { hooksOf } from '~/server/app/resource-hooks'
import { createSessions } from '~/server/features/sessions/sessions'
import { readConfig } from '~/server/platform/config/config'
import { createEncryption, type Keys } from '~/server/platform/crypto/secret-keys'
import { createLinkSigner } from '~/server/platform/crypto/signed-links'
import type { Database } from '~/server/platform/database/database'
import { createDiskSpace } from '~/server/platform/disk/disk-space'
import { createDraining } from '~/server/platform/http/draining'
import { createRateLimits } from '~/server/platform/http/rate-limits'
import { createImages } from '~/server/platform/images/images'
import { createMetrics } from '~/server/platform/metrics/metrics'
import { createBackground } from '~/server/platform/process/concurrency'
import { createSnapshotState } from '~/server/platform/snapshots/snapshots'
import { folderStore } from '~/server/platform/storage/folder-store'
import type { Access } from '~/server/records/access'
import type { Services } from '~/server/records/context'

export type RegisteredRoute = {
  readonly method: string
  readonly url: string
  readonly access: Access
  /** The zod schema of the body. */
  readonly body: unknown
}

const noDatabase: Database = {
  query: () => Promise.reject(new Error('no database here')),
  prepared: () => Promise.reject(new Error('no database here')),
  raw: () => Promise.resolve([]),
  run: () => Promise.reject(new Error('no database here')),
  transaction: () => Promise.reject(new Error('no database here')),
  ping: () => Promise.reject(new Error('no database here')),
  waiting: () => 0,
}

const noQueue: Services['queue'] = {
  send: () => Promise.reject(new Error('no queue here')),
  claim: () => Promise.resolve(undefined),
  complete: () => Promise.reject(new Error('no queue here')),
  release: () => Promise.reject(new Error('no queue here')),
  notify: () => undefined,
  onNotify: () => () => undefined,
  close: () => Promise.resolve(),
}

const noChanges: Services['changes'] = {
  publish: () => Promise.resolve(),
  onChange: () => () => undefined,
  onNotification: () => () => undefined,
  onGap: () => () => undefined,
  close: () => Promise.resolve(),
}

const keys: Keys = [{ id: '1', secret: 'a key for tests' }]

/** Services that suffice to register every route, but not to serve those that query the database. */
export const bareServices = (folder: string): Services => {
  const log = pino({ level: 'silent' })
  const config = readConfig({ DATA_DIR: folder }, 'test')
  return {
    config,
    database: noDatabase,
    reading: work => work(noDatabase),
    disk: createDiskSpace({ DATA_DIR: folder, MIN_FREE_GB: 0.001, DATABASE_URL: undefined }, log),
    draining: createDraining(0),
    snapshots: createSnapshotState(false),
    files: folderStore(folder, { usableBytes: () => 1 }),
    metrics: createMetrics({ totalCount: 0, idleCount: 0, waitingCount: 0 }),
    images: createImages(),
    links: createLinkSigner(keys),
    encryption: createEncryption(keys),
    sessions: createSessions(noDatabase, config),
    rateLimits: createRateLimits(noDatabase),
    background: createBackground(log),
    queue: noQueue,
    changes: noChanges,
    push: { send: () => Promise.resolve(), isAwaited: false },
    hooksOf,
    observe: async () => undefined,
    log,
  }
}

/** The OpenAPI description, generated from the routes. */
export const apiDescription = async (folder: string): Promise<unknown> => {
  const app = await buildApp(bareServices(folder))
  await app.ready()
  const description: unknown = app.swagger()
  await app.close()
  return description
}

/** Every registered route of the server, with its access rule and body schema. */
export const registeredRoutes = async (folder: string): Promise<RegisteredRoute[]> => {
  const found: RegisteredRoute[] = []
  const onRoute = (route: RouteOptions) => {
    const { access } = route.config ?? {}
    const body = route.schema?.body
    for (const method of [route.method].flat())
      if (access) found.push({ method, url: route.url, access, body })
  }
  const app = await buildApp(bareServices(folder), { onRoute })
  await app.close()
  return found
}
