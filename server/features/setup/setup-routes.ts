import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { normalAddress } from '~/model/addresses'
import { ApiError, invalidFields } from '~/model/errors'
import { languages } from '~/model/languages'
import { users } from '~/model/resources/users'
import { credentialVersionOf } from '~/server/features/auth/own-account'
import { sessionResponse, startedSession } from '~/server/features/auth/sign-in'
import { recordSecurityEvent } from '~/server/features/security-events/security-events'
import { attemptsOf } from '~/server/platform/http/rate-limits'
import { type App, describe, optionalText, requiredText } from '~/server/platform/http/route-schemas'
import { shortUserAgent } from '~/server/platform/http/user-agents'
import type { Services } from '~/server/records/context'
import { checkValue } from '~/server/records/kinds'
import { changeAsServer, lockRights } from '~/server/records/transaction'
import { createRoot, hasRoot, preparePassword } from './first-root'
import { deleteSetupCodes, isSetupCode } from './setup-codes'

const answers = z
  .object({
    code: requiredText.meta({ description: 'As the server prints it at its start' }),
    email: requiredText,
    firstname: requiredText,
    lastname: requiredText,
    password: requiredText,
    lang: z.enum(languages, 'unknown_option'),
    company: optionalText.meta({ description: "Name of the provider's company" }),
  })
  .meta({
    example: {
      code: 'K3V9-7QTN-X04B-M2HD',
      email: 'grace@museum.example',
      firstname: 'Grace',
      lastname: 'Hopper',
      password: 'a long sentence of mine',
      lang: 'en',
      company: 'Vecto Studio',
    },
  })
type Answers = z.output<typeof answers>

/** The limits count the attempts with codes like those of one account. */
const ACCOUNT = 'setup'

const refuseIfSetUp = async (database: Services['database']) => {
  if (await hasRoot(database))
    throw new ApiError('set_up', 'This platform is set up already: sign in, or ask one of its root users')
}

const wrongCode = () =>
  new ApiError('setup_code', 'This is not the setup code that the server has printed, or it has expired')

/** Checks a code before anything is computed for it. @throws ApiError 403, 429 */
const requireCode = async (services: Services, code: string, address: string) => {
  const { database, rateLimits, background, changes } = services
  await rateLimits.count(attemptsOf(ACCOUNT, address), 'Too many wrong setup codes')
  if (await isSetupCode(database, code)) return rateLimits.succeed(ACCOUNT, address)
  background.beside(() =>
    recordSecurityEvent(
      database,
      { changes },
      { event: 'signInFailed', address, details: { code: 'setup_code' } },
    ),
  )
  throw wrongCode()
}

/** The name of a company is a field of this form. */
const inForm = (error: unknown) => {
  const fields = error instanceof ApiError ? error.details.fields : undefined
  return fields?.name ? invalidFields({ company: fields.name }) : error
}

/**
 * Creates the first root account. Of two requests at the same moment one finds the other's account.
 * @returns the token of its session
 */
const setUp = async (services: Services, { code, company, ...sent }: Answers, request: FastifyRequest) => {
  const wrong = checkValue(sent.password, users.fields.password)
  if (wrong) throw invalidFields({ password: wrong })
  const prepared = await preparePassword(services, sent.password)
  const client = { agent: request.headers['user-agent'], address: request.ip }
  const from = { address: request.ip, agent: shortUserAgent(client.agent ?? ''), prepared }
  const { uid, version } = await changeAsServer(services, from, async context => {
    await lockRights(context)
    await refuseIfSetUp(context.tx)
    if (!(await isSetupCode(context.tx, code))) throw wrongCode()
    await deleteSetupCodes(context.tx)
    const person = { ...sent, email: normalAddress(sent.email) }
    const root = await createRoot(context, { ...person, company: company.trim() || undefined })
    return { uid: root.uid, version: await credentialVersionOf(context.tx, root.uid) }
  }).catch((error: unknown) => {
    throw inForm(error)
  })
  const token = await services.sessions.start(uid, version, client)
  if (token === undefined) throw new ApiError('session_expired', 'The session did not start')
  return sessionResponse(services, token)
}

/** Setting up an empty platform in the browser, with the code that its server printed. */
export const addSetupRoutes = (app: App, services: Services) => {
  const schema = describe('Creates the first root account of a new platform, and starts a session', {
    body: answers,
    response: { 200: startedSession },
  })
  app.post('/setup', { config: { access: 'public' }, schema }, async request => {
    await refuseIfSetUp(services.database)
    await requireCode(services, request.body.code, request.ip)
    return setUp(services, request.body, request)
  })
}

/** Whether the panel has to offer the setup. Once it is done this takes no query. */
export const createSetupState = ({ database, config }: Services) => {
  let isDone = config.FIREBASE_PANEL_ORIGIN !== undefined
  return async () => {
    isDone ||= await hasRoot(database)
    return !isDone
  }
}
