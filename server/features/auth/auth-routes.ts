import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { normalAddress } from '~/model/addresses'
import { type ApiError, invalidFields } from '~/model/errors'
import { errorBody, toApiError } from '~/server/platform/http/errors'
import { type App, describe, done, optionalText } from '~/server/platform/http/route-schemas'
import { principalOf, tokenOf } from '~/server/records/access'
import type { Services } from '~/server/records/context'
import { type Credentials, describeUser, sessionResponse, signIn, startedSession } from './sign-in'

/** Error numbers that Parse clients know (decisions §12); the panel reads `reason`. */
export const parseCode = (error: Pick<ApiError, 'code'>) =>
  ['user_not_found', 'wrong_password', 'sign_in_failed'].includes(error.code)
    ? 101
    : error.code === 'session_expired'
      ? 209
      : undefined

/** Sends errors in the format of Parse clients. */
export const answerParseErrors = (app: FastifyInstance) =>
  app.setErrorHandler((error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const known = toApiError(error)
    if (known.status >= 500) request.log.error(error)
    if (known.details.retryAfter) reply.header('retry-after', known.details.retryAfter)
    const code = parseCode(known)
    return reply
      .status(known.status)
      .send({ ...errorBody(known), ...(code && { code, reason: known.code }), error: known.message })
  })

const credentials = z
  .object({
    username: optionalText.meta({ description: 'The e-mail address, as Parse clients send it' }),
    email: optionalText,
    password: optionalText,
    code: optionalText.meta({ description: 'Of the second factor, if there is one' }),
  })
  .meta({ example: { username: 'grace@museum.example', password: 'a long sentence of mine' } })

const readCredentials = (
  { username, email: sent, password, code }: z.output<typeof credentials>,
  request: FastifyRequest,
): Credentials => {
  const email = normalAddress(username || sent)
  if (!email || !password)
    throw invalidFields({ ...(!email && { email: 'required' }), ...(!password && { password: 'required' }) })
  return { email, password, code, agent: request.headers['user-agent'], address: request.ip }
}

/** Identity routes that Parse clients know, with responses in their format. */
export const addIdentityRoutes = (app: App, services: Services) => {
  const me = async (request: FastifyRequest) =>
    describeUser(services, principalOf(request), tokenOf(request) ?? '')

  app.register(async (parse: App) => {
    answerParseErrors(parse)
    const login = describe('Starts a session', { body: credentials, response: { 200: startedSession } })
    parse.post('/login', { config: { access: 'public', onFullDisk: true }, schema: login }, async request =>
      sessionResponse(services, await signIn(services, readCredentials(request.body, request))),
    )
    const logout = describe('Ends this session', { response: { 200: done } })
    parse.post(
      '/logout',
      { config: { access: 'session', onFullDisk: true }, schema: logout },
      async request => {
        await services.sessions.end(principalOf(request).session)
        return {}
      },
    )
    const schema = describe('The signed-in user, with role and reach', { response: { 200: startedSession } })
    parse.get('/users/me', { config: { access: 'session', tokens: true, views: true }, schema }, me)
    parse.post('/users/me', { config: { access: 'session', onFullDisk: true }, schema }, me)
  })
}
