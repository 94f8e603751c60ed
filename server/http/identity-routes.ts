import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, invalidFields } from '~/model/errors'
import { users } from '~/model/resources/users'
import { requestReset } from '../identity/password-resets'
import { describeUser, introduce, signIn } from '../identity/sign-in'
import { checkValue } from '../records/values'
import type { Services } from '../services'
import { principalOf, tokenOf } from './access'
import { textIn } from './body-text'
import { errorBody, toApiError } from './errors'

/** Parse's clients know these numbers (decisions §12); the panel reads `reason`. */
const parseCode = (error: ApiError) =>
  ['user_not_found', 'wrong_password', 'sign_in_failed'].includes(error.code)
    ? 101
    : error.code === 'session_expired'
      ? 209
      : undefined

const readCredentials = (request: FastifyRequest) => {
  const { body } = request
  const email = (textIn(body, 'username') || textIn(body, 'email')).trim().toLowerCase()
  const password = textIn(body, 'password')
  if (!email || !password)
    throw invalidFields({ ...(!email && { email: 'required' }), ...(!password && { password: 'required' }) })
  const code = textIn(body, 'code')
  return { email, password, code, agent: request.headers['user-agent'], address: request.ip }
}

/** The doors that Parse's own clients know, answering in their shape. */
export const addIdentityRoutes = (app: FastifyInstance, services: Services) => {
  const me = async (request: FastifyRequest) =>
    describeUser(services, principalOf(request), tokenOf(request) ?? '')

  app.register(async doors => {
    doors.setErrorHandler((error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const known = toApiError(error)
      if (known.status >= 500) request.log.error(error)
      if (known.details.retryAfter) reply.header('retry-after', known.details.retryAfter)
      const code = parseCode(known)
      return reply
        .status(known.status)
        .send({ ...errorBody(known), ...(code && { code, reason: known.code }), error: known.message })
    })
    doors.post('/login', { config: { access: 'public', onFullDisk: true } }, async request =>
      introduce(services, await signIn(services, readCredentials(request))),
    )
    doors.post('/logout', { config: { access: 'session', onFullDisk: true } }, async request => {
      await services.sessions.end(principalOf(request).session)
      return {}
    })
    doors.post('/requestPasswordReset', { config: { access: 'public' } }, async request => {
      const email = textIn(request.body, 'email').trim().toLowerCase()
      const code = email ? checkValue(email, users.fields.email) : 'required'
      if (code) throw invalidFields({ email: code })
      return { mailed: await requestReset(services, email, request.ip) }
    })
    doors.get('/users/me', { config: { access: 'session' } }, me)
    doors.post('/users/me', { config: { access: 'session', onFullDisk: true } }, me)
  })
}
