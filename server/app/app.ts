import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, LogController, type RouteOptions } from 'fastify'
import helmet from 'helmet'
import { createLongLivedConnections } from '~/server/features/live/long-lived-connections'
import { addSharedGauges } from '~/server/features/maintenance/metrics-routes'
import { recordRefusal } from '~/server/features/security-events/security-events'
import type { Config } from '~/server/platform/config/config'
import { endConnectionsOf } from '~/server/platform/http/draining'
import { answerClientError, answerErrors, answerUnroutable } from '~/server/platform/http/errors'
import { limitRequests } from '~/server/platform/http/request-limits'
import {
  measureRequests,
  traceBeginner,
  traceRequests,
  warnOfUndeclaredProxy,
} from '~/server/platform/http/request-logs'
import {
  addBodyParsers,
  applyMethodOverride,
  validateRequests,
} from '~/server/platform/http/request-validation'
import { allowPanelOrigins, forbidCaching } from '~/server/platform/http/response-headers'
import type { App } from '~/server/platform/http/route-schemas'
import { originOf } from '~/server/platform/storage/file-store'
import { guardRoutes } from '~/server/records/access'
import type { Services } from '~/server/records/context'
import { describeApi } from '~/server/records/openapi'
import { addApiRoutes } from './api-routes'
import { addPanelRoutes, notFound } from './panel-routes'
import { addWellKnownRoutes, permissionsPolicy } from './well-known-routes'

const MAX_JSON = 1024 * 1024
/** Interval in milliseconds at which connections with late headers are detected. */
const CHECK = 1000

const hostOf = (value: string | string[] | undefined) => {
  const host = Array.isArray(value) ? value[0] : value
  return host !== undefined && /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:]+\](:\d{1,5})?$/i.test(host)
    ? host
    : undefined
}

/** A folder of the panel under the hosts that it may be opened by: a policy names no path without a host. */
const inPanel =
  ({ PUBLIC_URL }: Config, paths: readonly string[]) =>
  ({ headers }: IncomingMessage) => {
    const named = PUBLIC_URL && new URL(PUBLIC_URL).host
    const hosts = [named, hostOf(headers.host), hostOf(headers['x-forwarded-host'])]
    const known = [...new Set(hosts.filter(host => host !== undefined))]
    return known.flatMap(host => paths.map(path => `${host}${path}`)).join(' ') || "'none'"
  }

/**
 * Scripts are loaded from the panel's assets only, not from uploads, which this origin serves as well; styles are also
 * injected by the panel's code at run time.
 */
const contentSecurityPolicy = (config: Config, fileOrigins: readonly string[]) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'script-src': [inPanel(config, ['/assets/'])],
    'worker-src': [inPanel(config, ['/assets/', '/push-worker.js'])],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...fileOrigins],
    'media-src': ["'self'", 'blob:', ...fileOrigins],
    'connect-src': ["'self'", ...fileOrigins],
    'font-src': ["'self'", 'data:'],
    // The PDF of a media.
    'frame-src': ["'self'", ...fileOrigins],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
})

const addSecurityHeaders = async (app: FastifyInstance, { config, files }: Services, isApiAlone: boolean) => {
  const { PUBLIC_URL, FIREBASE_PANEL_ORIGIN } = config
  // Responses of the API alone show no images: their policy spares functions a signature at each start.
  const fileOrigin = isApiAlone ? undefined : await originOf(files)
  // Not @fastify/helmet, which parses the policy again at each request: a fortieth of the time of a list.
  const setHeaders = helmet({
    contentSecurityPolicy: contentSecurityPolicy(config, fileOrigin ? [fileOrigin] : []),
    // Only if the public URL is https: plain http on a private network must keep working.
    strictTransportSecurity: PUBLIC_URL?.startsWith('https:') ?? false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    // A panel on another origin displays images from signed links.
    crossOriginResourcePolicy: { policy: FIREBASE_PANEL_ORIGIN ? 'cross-origin' : 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('permissions-policy', permissionsPolicy)
    setHeaders(request.raw, reply.raw, error => (error instanceof Error ? next(error) : next()))
  })
}

type BuildOptions = {
  /** Called for every route when it is added. */
  readonly onRoute?: (route: RouteOptions) => void
  /** The panel is served by another host. */
  readonly isApiAlone?: boolean
}

/** Builds the HTTP server on the given services. */
export const buildApp = async (
  services: Services,
  { onRoute, isApiAlone = false }: BuildOptions = {},
): Promise<FastifyInstance> => {
  const { config, log } = services
  const app = Fastify({
    loggerInstance: log,
    genReqId: traceBeginner(services.config.OTEL_TRACES_SAMPLER_ARG),
    logController: new LogController({ requestIdLogLabel: 'trace' }),
    rewriteUrl: applyMethodOverride,
    trustProxy: config.TRUST_PROXY,
    bodyLimit: MAX_JSON,
    // Uploads may take hours: limitRequests limits request bodies instead.
    requestTimeout: 0,
    http: { headersTimeout: config.HEADER_SECONDS * 1000, connectionsCheckingInterval: CHECK },
    keepAliveTimeout: 72_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerClientError,
    // Requests are still answered while the server closes: proxies may not have noticed yet.
    return503OnClosing: false,
  })
  traceRequests(app)
  answerErrors(app, recordRefusal(services))
  warnOfUndeclaredProxy(app, services)
  forbidCaching(app)
  addBodyParsers(app)
  measureRequests(app, services.metrics)
  endConnectionsOf(app, services.draining)
  addSharedGauges(services)
  await addSecurityHeaders(app, services, isApiAlone)
  if (config.FIREBASE_PANEL_ORIGIN) allowPanelOrigins(app, config.FIREBASE_PANEL_ORIGIN)
  limitRequests(app, services)
  validateRequests(app)
  guardRoutes(app, services)
  await describeApi(app)
  if (onRoute) app.addHook('onRoute', onRoute)
  addWellKnownRoutes(app, services)
  app.get('/favicon.ico', { config: { access: 'public' } }, (_request, reply) => reply.status(204).send())
  const connections = createLongLivedConnections(services)
  app.addHook('preClose', async () => connections.close())
  services.metrics.gauge({
    name: 'vecto_long_lived_connections',
    help: 'Live streams and uploads under way on this server',
    read: connections.count,
  })
  await app.register(async (api: App) => addApiRoutes(api, services, connections), { prefix: '/parse' })
  if (!isApiAlone) await addPanelRoutes(app, services)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  return app
}
