import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { readiness } from '../jobs/readiness'
import { outlook } from '../mail/outlook'
import type { Services } from '../services'

const SECONDS_TO_ANSWER = 2

const answers = async ({ database }: Services) => {
  const late = new Promise<false>(resolve => setTimeout(resolve, SECONDS_TO_ANSWER * 1000, false).unref())
  const asked = database.query(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late])
}

const mailWords = { sent: 'ok', waiting: 'failing', outbox: 'off' } as const

/** `health`: ready to serve, and what is missing; `health/live`: the process answers. `config`: what the panel asks before sign-in. */
export const addHealthRoutes = (app: FastifyInstance, services: Services) => {
  const open = { config: { access: 'public' as const } }
  app.get('/health', open, async (_request, reply) => {
    const database = await answers(services)
    const missing = database ? (await readiness(services)).missing : []
    const mail = database ? mailWords[await outlook(services.database, services.config)] : 'unknown'
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
