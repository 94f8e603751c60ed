import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { guardRoutes } from './http/access'
import { addBodyParsers } from './http/body-parsers'
import { forbidCaching } from './http/caching'
import { addDocsRoutes } from './http/docs-routes'
import { addDownloadRoutes } from './http/download-routes'
import { answerErrors, answerUnroutable } from './http/errors'
import { addHealthRoutes } from './http/health-routes'
import { addIdentityRoutes } from './http/identity-routes'
import { addInvitationRoutes } from './http/invitation-routes'
import { addInviteRoutes } from './http/invite-routes'
import { addMailRoutes } from './http/mail-routes'
import { addMaintenanceRoutes } from './http/maintenance-routes'
import { addOidcRoutes } from './http/oidc-routes'
import { addOnboardingRoutes } from './http/onboarding-routes'
import { addOwnSessionRoutes } from './http/own-session-routes'
import { allowPanelOrigins } from './http/panel-origins'
import { addPanelRoutes } from './http/panel-routes'
import { addProcessingRoutes } from './http/processing-routes'
import { warnOfUndeclaredProxy } from './http/proxies'
import { recordRefusal } from './http/refusals'
import { limitRequests } from './http/request-limits'
import { validateRequests } from './http/request-validation'
import { addResourceRoutes } from './http/resource-routes'
import { addSecondFactorRoutes } from './http/second-factor-routes'
import { addStakeholderRoutes } from './http/stakeholder-routes'
import { addStreamRoutes } from './http/stream-routes'
import { addUploadRoutes } from './http/upload-routes'
import { addValueRoutes } from './http/value-routes'
import { addVideoJobRoutes } from './http/video-job-routes'
import { createLastingCalls } from './realtime/lasting'
import type { Services } from './services'

const MAX_JSON = 1024 * 1024
/** Milliseconds between two looks for connections whose headers are late. */
const CHECK = 1000

/** Scripts come from this origin's files alone; styles are also written by the panel's own code at run time. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
}

const addSecurityHeaders = (
  app: FastifyInstance,
  { PUBLIC_URL, FIREBASE_PANEL_ORIGIN }: Services['config'],
) =>
  app.register(helmet, {
    contentSecurityPolicy,
    // Only where the address is known to be https: a plain one on a private network must keep working.
    strictTransportSecurity: PUBLIC_URL?.startsWith('https:') ?? false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    // A panel of another origin shows the pictures of signed links.
    crossOriginResourcePolicy: { policy: FIREBASE_PANEL_ORIGIN ? 'cross-origin' : 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })

/** The whole HTTP side, on services that are ready. `onRoute` is told of every route as it is added. */
export const buildApp = async (
  services: Services,
  onRoute?: (route: RouteOptions) => void,
): Promise<FastifyInstance> => {
  const { config, log } = services
  const app = Fastify({
    loggerInstance: log,
    trustProxy: config.TRUST_PROXY,
    bodyLimit: MAX_JSON,
    // Uploads of hours are legitimate: limitRequests watches bodies instead.
    requestTimeout: 0,
    http: { headersTimeout: config.HEADER_SECONDS * 1000, connectionsCheckingInterval: CHECK },
    keepAliveTimeout: 72_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: answerUnroutable,
  })
  answerErrors(app, recordRefusal(services))
  warnOfUndeclaredProxy(app, services)
  forbidCaching(app)
  addBodyParsers(app)
  await addSecurityHeaders(app, config)
  if (config.FIREBASE_PANEL_ORIGIN) allowPanelOrigins(app, config.FIREBASE_PANEL_ORIGIN)
  limitRequests(app, services)
  validateRequests(app)
  guardRoutes(app, services)
  if (onRoute) app.addHook('onRoute', onRoute)
  app.get('/favicon.ico', { config: { access: 'public' } }, (_request, reply) => reply.status(204).send())
  const lasting = createLastingCalls(services)
  app.addHook('onClose', async () => lasting.close())
  await app.register(
    async api => {
      addHealthRoutes(api, services)
      addIdentityRoutes(api, services)
      addVideoJobRoutes(api, services)
      addResourceRoutes(api, services)
      addUploadRoutes(api, services, lasting)
      addDownloadRoutes(api, services)
      addInvitationRoutes(api, services)
      addOidcRoutes(api, services)
      addOwnSessionRoutes(api, services)
      addSecondFactorRoutes(api, services)
      addInviteRoutes(api, services)
      addMailRoutes(api, services)
      addMaintenanceRoutes(api, services)
      addOnboardingRoutes(api, services)
      addStakeholderRoutes(api, services)
      addValueRoutes(api, services)
      addProcessingRoutes(api, services)
      addStreamRoutes(api, services, lasting)
      addDocsRoutes(api)
    },
    { prefix: '/parse' },
  )
  await addPanelRoutes(app, services)
  return app
}
