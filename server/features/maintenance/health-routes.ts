import type { FastifyInstance } from 'fastify'
import { deliveryStatus } from '~/server/features/mails/delivery-status'
import { readiness } from '~/server/features/processing/readiness'
import type { Services } from '~/server/records/services'

const SECONDS_TO_ANSWER = 2

/** The result of `work`, or `otherwise` if it fails or takes too long. */
const inTime = <T>(work: Promise<T>, otherwise: T): Promise<T> => {
  const late = new Promise<T>(resolve => setTimeout(resolve, SECONDS_TO_ANSWER * 1000, otherwise).unref())
  return Promise.race([work.catch(() => otherwise), late])
}

const answers = ({ database }: Services) =>
  inTime(
    database.ping().then(() => true),
    false,
  )

const mailWords = { sent: 'ok', waiting: 'failing', outbox: 'off' } as const

type Details = readonly [missing: readonly string[], mail: string]

const nothingKnown: Details = [[], 'unknown']

/** Details beyond the database check. These queries may queue; a health check does not wait for them. */
const detailsOf = (services: Services): Promise<Details> =>
  inTime(
    Promise.all([
      readiness(services).then(({ missing }) => missing),
      deliveryStatus(services.database, services.config).then(word => mailWords[word]),
    ]),
    nothingKnown,
  )

/** `health`: readiness, what is missing; `health/live`: liveness; `config`: panel settings before sign-in. */
export const addHealthRoutes = (app: FastifyInstance, services: Services) => {
  const open = { config: { access: 'public' as const } }
  app.get('/health', open, async (_request, reply) => {
    const database = await answers(services)
    const [missing, mail] = database ? await detailsOf(services) : nothingKnown
    const { version } = services.config
    return reply.status(database ? 200 : 503).send({
      status: database ? 'ok' : 'unavailable',
      version,
      database,
      disk: services.disk.state(),
      missing,
      mail,
    })
  })
  app.get('/health/live', open, () => ({ status: 'ok' }))
  const { OIDC_ISSUER, PUSH_PUBLIC_KEY: pushKey } = services.config
  app.get('/config', open, () => ({ thirdPartySignIn: OIDC_ISSUER !== undefined, pushKey }))
}
