import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { defineSecret, defineString } from 'firebase-functions/params'
import { type HttpsFunction, type HttpsOptions, onRequest, type Request } from 'firebase-functions/v2/https'
import { textIn } from '~/model/objects'
import { readConfig } from '~/server/platform/config/config'
import { readVersion } from '~/server/platform/process/run-until-signal'
import { buildApp } from './app'
import { openServices } from './open-services'

/** The region of the contract (specification §7). */
const REGION = 'europe-west1'

/** The Firebase CLI prompts for missing parameters when it deploys; secrets are stored in Secret Manager. */
const secrets = ['DATABASE_URL', 'SECRET_KEYS'].map(name => defineSecret(name))
defineString('PANEL_ORIGIN', {
  description: 'The address of the panel, such as https://my-project.web.app',
})

/** The live stream is a request that stays open; its client connects again when the time of a function is over. */
const STREAM = 'stream'
const LONGEST_SECONDS = 3600
const SECONDS = 60

/** The connector to the network of a database that has no public address. */
export type Network = { readonly vpcConnector?: string | undefined }

const optionsOf = (segment: string, { vpcConnector }: Network): HttpsOptions => ({
  region: REGION,
  invoker: 'public',
  memory: '512MiB',
  concurrency: 80,
  timeoutSeconds: segment === STREAM ? LONGEST_SECONDS : SECONDS,
  secrets: [...secrets],
  ...(vpcConnector && { vpcConnector }),
})

/** Connections to the database of each instance: there may be many instances. */
const CONNECTIONS = '3'

/** Settings of the project that a file of Firebase's may name: it refuses names that begin with FIREBASE_. */
const renamed = ['PANEL_ORIGIN', 'STORAGE_BUCKET', 'ACCOUNTS'] as const

const renamedIn = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(renamed.flatMap(name => (env[name] ? [[`FIREBASE_${name}`, env[name]]] : [])))

/** The project's bucket, which Firebase names in the environment. */
const bucketIn = ({
  FIREBASE_CONFIG,
  FUNCTIONS_EMULATOR,
  FIREBASE_STORAGE_EMULATOR_HOST,
}: NodeJS.ProcessEnv) => {
  // The emulator names a bucket also where none is emulated.
  const isThere = FUNCTIONS_EMULATOR !== 'true' || FIREBASE_STORAGE_EMULATOR_HOST !== undefined
  return isThere && FIREBASE_CONFIG ? textIn(JSON.parse(FIREBASE_CONFIG), 'storageBucket') : undefined
}

/** Settings of an instance, below those of the environment. Only its temporary folder can be written. */
const defaultsFor = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  FIREBASE_PROJECT_ID: env.GCLOUD_PROJECT,
  FIREBASE_STORAGE_BUCKET: bucketIn(env),
  FIREBASE_ACCOUNTS: '1',
  API_URL: env.GCLOUD_PROJECT && `https://${REGION}-${env.GCLOUD_PROJECT}.cloudfunctions.net`,
  ...(env.FUNCTIONS_EMULATOR === 'true' && { FIREBASE_EMULATOR: '1' }),
  DATA_DIR: path.join(tmpdir(), 'vecto'),
  DATABASE_CONNECTIONS: CONNECTIONS,
  TRUST_PROXY: '1',
  WORKER_JOBS: '0',
  DEMO: '0',
})

/** The body that Firebase has read before it calls the function. */
const readBodies = (app: FastifyInstance) =>
  app.addHook('preParsing', async ({ raw }, _reply, payload) =>
    'rawBody' in raw && Buffer.isBuffer(raw.rawBody) ? Readable.from([raw.rawBody]) : payload,
  )

const open = async (listens: boolean) => {
  // PORT is that of Firebase's own server before the function, or a socket.
  const { PORT: _, ...env } = process.env
  const config = readConfig({ ...defaultsFor(env), ...renamedIn(env), ...env }, readVersion())
  const { services } = await openServices(config, { listens, rests: true })
  const app = await buildApp(services, { isApiAlone: true })
  readBodies(app)
  await app.ready()
  return app
}

let opened: Promise<FastifyInstance> | undefined

/** One server for all functions of an instance; opened by its first request, and again after a failure. */
const server = (segment: string) => {
  opened ??= open(segment === STREAM).catch(error => {
    opened = undefined
    throw error
  })
  return opened
}

/** `/abc?q=1` of the function `users` is `/parse/users/abc?q=1` of the server. */
export const addressIn = (segment: string, url: string) =>
  `/parse/${segment}${url.replace(/^\/(?=$|\?)/, '')}`

/**
 * The function that answers all calls whose path begins with a segment: the server's own routes. The deployable module
 * exports one for each segment of the API (scripts/cloud-build.ts).
 */
export const functionOf = (segment: string, network: Network = {}): HttpsFunction =>
  onRequest(optionsOf(segment, network), async (request: Request, response) => {
    const app = await server(segment)
    request.url = addressIn(segment, request.url)
    // The emulator passes requests through a socket without addresses.
    if (!request.socket.remoteAddress) request.headers['x-forwarded-for'] ??= '127.0.0.1'
    app.routing(request, response)
    await new Promise(resolve => response.once('close', resolve))
  })
