import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, LogController, type RouteOptions } from 'fastify'
import { addAccessRoutes } from '~/server/features/access/access-routes'
import { addReachRoutes } from '~/server/features/access/reach-routes'
import { addIdentityRoutes } from '~/server/features/auth/auth-routes'
import { addOidcRoutes } from '~/server/features/auth/oidc-routes'
import { addPasskeyRoutes } from '~/server/features/auth/passkeys/passkey-routes'
import { addSecondFactorRoutes } from '~/server/features/auth/second-factor-routes'
import { addStakeholderRoutes } from '~/server/features/companies/stakeholder-routes'
import { addCustomerRoutes } from '~/server/features/customers/customer-routes'
import { addAttentionRoutes } from '~/server/features/home/attention-routes'
import { addInvitationRoutes } from '~/server/features/invitations/invitation-routes'
import { addInviteRoutes } from '~/server/features/invitations/invite-routes'
import { createLongLivedConnections } from '~/server/features/live/long-lived-connections'
import { addStreamRoutes } from '~/server/features/live/stream-routes'
import { addMailRoutes } from '~/server/features/mails/mail-routes'
import { addHealthRoutes } from '~/server/features/maintenance/health-routes'
import { addMaintenanceRoutes } from '~/server/features/maintenance/maintenance-routes'
import { addMetricsRoutes } from '~/server/features/maintenance/metrics-routes'
import { addSharedGauges } from '~/server/features/maintenance/shared-gauges'
import { addNotificationRoutes } from '~/server/features/notifications/notification-routes'
import { addOnboardingRoutes } from '~/server/features/onboarding/onboarding-routes'
import { addPasswordResetRoutes } from '~/server/features/onboarding/password-reset-routes'
import { addProcessingRoutes } from '~/server/features/processing/processing-routes'
import { recordRefusal } from '~/server/features/security-events/refusals'
import { addOwnSessionRoutes } from '~/server/features/sessions/own-session-routes'
import { addDownloadRoutes } from '~/server/features/uploads/download-routes'
import { addUploadRoutes } from '~/server/features/uploads/upload-routes'
import { addUsageRoutes } from '~/server/features/usage/usage-routes'
import { addValueRoutes } from '~/server/features/users/value-routes'
import { addPreviewRoutes } from '~/server/features/videos/preview-routes'
import { addVideoJobRoutes } from '~/server/features/videos/video-job-routes'
import { addBodyParsers } from '~/server/platform/http/body-parsers'
import { forbidCaching } from '~/server/platform/http/caching'
import { endConnectionsOf } from '~/server/platform/http/draining'
import { answerErrors, answerUnroutable } from '~/server/platform/http/errors'
import { measureRequests } from '~/server/platform/http/measure-requests'
import { allowPanelOrigins } from '~/server/platform/http/panel-origins'
import { limitRequests } from '~/server/platform/http/request-limits'
import { validateRequests } from '~/server/platform/http/request-validation'
import type { App } from '~/server/platform/http/route-schemas'
import { beginTrace, traceRequests } from '~/server/platform/http/trace-requests'
import { warnOfUndeclaredProxy } from '~/server/platform/http/undeclared-proxy'
import { originOf } from '~/server/platform/storage/file-store'
import { describeApi } from '~/server/records/openapi/describe-api'
import { addDocsRoutes } from '~/server/records/openapi/docs-routes'
import { guardRoutes } from '~/server/records/routes/access'
import { addResourceRoutes } from '~/server/records/routes/resource-routes'
import type { Services } from '~/server/records/services'
import { addPanelRoutes } from './panel-routes'

const MAX_JSON = 1024 * 1024
/** Interval in milliseconds at which connections with late headers are detected. */
const CHECK = 1000

/** Scripts are loaded from this origin only; styles are also injected by the panel's code at run time. */
const contentSecurityPolicy = (fileOrigins: readonly string[]) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
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

const addSecurityHeaders = async (app: FastifyInstance, { config, files }: Services) => {
  const { PUBLIC_URL, FIREBASE_PANEL_ORIGIN } = config
  const fileOrigin = await originOf(files)
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(fileOrigin ? [fileOrigin] : []),
    // Only if the public URL is https: plain http on a private network must keep working.
    strictTransportSecurity: PUBLIC_URL?.startsWith('https:') ?? false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    // A panel on another origin displays images from signed links.
    crossOriginResourcePolicy: { policy: FIREBASE_PANEL_ORIGIN ? 'cross-origin' : 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
}

/** Builds the HTTP server on the given services. `onRoute` is called for every route when it is added. */
export const buildApp = async (
  services: Services,
  onRoute?: (route: RouteOptions) => void,
): Promise<FastifyInstance> => {
  const { config, log } = services
  const app = Fastify({
    loggerInstance: log,
    genReqId: beginTrace,
    logController: new LogController({ requestIdLogLabel: 'trace' }),
    trustProxy: config.TRUST_PROXY,
    bodyLimit: MAX_JSON,
    // Uploads may take hours: limitRequests limits request bodies instead.
    requestTimeout: 0,
    http: { headersTimeout: config.HEADER_SECONDS * 1000, connectionsCheckingInterval: CHECK },
    keepAliveTimeout: 72_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: answerUnroutable,
    // While it closes, it answers what still arrives: proxies may not have noticed yet.
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
  await addSecurityHeaders(app, services)
  if (config.FIREBASE_PANEL_ORIGIN) allowPanelOrigins(app, config.FIREBASE_PANEL_ORIGIN)
  limitRequests(app, services)
  validateRequests(app)
  guardRoutes(app, services)
  await describeApi(app)
  if (onRoute) app.addHook('onRoute', onRoute)
  app.get('/favicon.ico', { config: { access: 'public' } }, (_request, reply) => reply.status(204).send())
  const lasting = createLongLivedConnections(services)
  app.addHook('preClose', async () => lasting.close())
  services.metrics.gauge({
    name: 'vecto_long_lived_connections',
    help: 'Live streams and uploads under way on this server',
    read: lasting.count,
  })
  await app.register(
    async (api: App) => {
      addHealthRoutes(api, services)
      addIdentityRoutes(api, services)
      addVideoJobRoutes(api, services)
      addPreviewRoutes(api, services)
      addResourceRoutes(api, services)
      addAccessRoutes(api, services)
      addReachRoutes(api, services)
      addUploadRoutes(api, services, lasting)
      addDownloadRoutes(api, services)
      addInvitationRoutes(api, services)
      addAttentionRoutes(api, services)
      addNotificationRoutes(api, services)
      addUsageRoutes(api, services)
      addOidcRoutes(api, services)
      addOwnSessionRoutes(api, services)
      addSecondFactorRoutes(api, services)
      addPasskeyRoutes(api, services)
      addInviteRoutes(api, services)
      addMailRoutes(api, services)
      addMaintenanceRoutes(api, services)
      addMetricsRoutes(api, services)
      addOnboardingRoutes(api, services)
      addPasswordResetRoutes(api, services)
      addStakeholderRoutes(api, services)
      addCustomerRoutes(api, services)
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
