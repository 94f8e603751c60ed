import { z } from 'zod'
import { capabilities } from '~/model/capabilities'
import { passkeyHost } from '~/server/features/auth/panel-origin'
import { deliveryStatus } from '~/server/features/mails/enqueue-mail'
import { type ClockState, clockState } from '~/server/features/maintenance/clock-jumps'
import { readiness } from '~/server/features/processing/readiness'
import { createSetupState } from '~/server/features/setup/setup-routes'
import { type App, describe } from '~/server/platform/http/route-schemas'
import { standardOutput } from '~/server/platform/process/output'
import { createStoreState } from '~/server/platform/storage/store-checks'
import type { Services } from '~/server/records/context'

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

type Details = readonly [missing: string[], mail: string, clock: ClockState | 'unknown']

const nothingKnown: Details = [[], 'unknown', 'unknown']

/** Details beyond the database check. These queries may queue; a health check does not wait for them. */
const detailsOf = (services: Services): Promise<Details> =>
  inTime(
    Promise.all([
      readiness(services).then(({ missing }) => missing),
      deliveryStatus(services.database, services.config).then(word => mailWords[word]),
      clockState(services.database),
    ]),
    nothingKnown,
  )

const health = z.object({
  status: z.enum(['ok', 'unavailable', 'draining']),
  version: z.string(),
  database: z.boolean(),
  disk: z.enum(['ok', 'low', 'full', 'unwritable']),
  files: z.enum(['ok', 'unavailable']).meta({ description: 'The file store' }),
  missing: z.array(z.string()).meta({ description: 'What jobs wait for, such as ffmpeg' }),
  snapshots: z.enum(['off', 'ok', 'failing']).meta({ description: 'The last automatic snapshot' }),
  mail: z.string(),
  log: z
    .enum(['ok', 'dropping'])
    .meta({ description: 'dropping: lines could not be written within the last minute' }),
  clock: z.enum(['ok', 'differs', 'jumped', 'unknown']).meta({
    description:
      "Whether this machine's clock agrees with the database's, and that one did not go back within the hour",
  }),
})

/** Milliseconds for which health reports that lines were dropped. */
const DROPPED_LATELY = 60_000

/** Watches the number of dropped lines from one check to the next. */
const createLogState = () => {
  let [known, at] = [0, Number.NEGATIVE_INFINITY]
  return () => {
    const dropped = standardOutput().dropped()
    if (dropped > known) at = performance.now()
    known = dropped
    return performance.now() - at < DROPPED_LATELY ? ('dropping' as const) : ('ok' as const)
  }
}

export const statusOf = (database: boolean, isDraining: boolean): z.output<typeof health>['status'] => {
  if (isDraining) return 'draining'
  return database ? 'ok' : 'unavailable'
}

/** `health`: readiness, missing components; `health/live`: liveness; `config`: panel settings before sign-in. */
export const addHealthRoutes = (app: App, services: Services) => {
  const open = { config: { access: 'public' as const } }
  const schema = describe('Readiness, and missing components', { response: { 200: health, 503: health } })
  const stateOfFiles = createStoreState(services.files)
  const stateOfLog = createLogState()
  app.get('/health', { ...open, schema }, async (_request, reply) => {
    // In parallel: a proxy's health check times out within seconds, and must not fail because the file store is slow.
    const [database, [missing, mail, clock], files] = await Promise.all([
      answers(services),
      detailsOf(services),
      inTime(stateOfFiles(), 'unavailable' as const),
    ])
    const { version } = services.config
    const status = statusOf(database, services.draining.isDraining())
    return reply.status(status === 'ok' ? 200 : 503).send({
      status,
      version,
      database,
      disk: services.disk.state(),
      files,
      missing,
      snapshots: services.snapshots.state(),
      mail,
      log: stateOfLog(),
      clock,
    })
  })
  const live = describe('Liveness', { response: { 200: z.object({ status: z.literal('ok') }) } })
  app.get('/health/live', { ...open, schema: live }, () => ({ status: 'ok' as const }))
  const { OIDC_ISSUER, PUSH_PUBLIC_KEY: pushKey } = services.config
  const configuration = describe('Public configuration of the panel', {
    response: {
      200: z.object({
        thirdPartySignIn: z.boolean(),
        passkeyHost: z.string().optional().meta({ description: 'The host name that passkeys work for' }),
        pushKey: z.string().optional(),
        setup: z
          .boolean()
          .meta({ description: 'Whether the platform has no root account yet: `POST setup` creates it' }),
        capabilities: z.array(z.enum(capabilities)).meta({
          description: 'What this server has calls for beyond the specification; a panel offers nothing else',
        }),
      }),
    },
  })
  const needsSetup = createSetupState(services)
  app.get('/config', { ...open, schema: configuration }, async request => ({
    thirdPartySignIn: OIDC_ISSUER !== undefined,
    passkeyHost: passkeyHost(services.config, request),
    pushKey,
    setup: await inTime(needsSetup(), false),
    capabilities: [...capabilities],
  }))
}
