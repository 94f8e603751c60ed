import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidFields } from '~/model/errors'
import { textIn } from '~/server/platform/http/body-text'
import { principalOf, tokenOf } from '~/server/records/routes/access'
import type { Services } from '~/server/records/services'
import { answerParseErrors } from './parse-errors'
import { describeUser, sessionResponse, signIn } from './sign-in'

const readCredentials = (request: FastifyRequest) => {
  const { body } = request
  const email = (textIn(body, 'username') || textIn(body, 'email')).trim().toLowerCase()
  const password = textIn(body, 'password')
  if (!email || !password)
    throw invalidFields({ ...(!email && { email: 'required' }), ...(!password && { password: 'required' }) })
  const code = textIn(body, 'code')
  return { email, password, code, agent: request.headers['user-agent'], address: request.ip }
}

/** Identity routes that Parse clients know, with responses in their format. */
export const addIdentityRoutes = (app: FastifyInstance, services: Services) => {
  const me = async (request: FastifyRequest) =>
    describeUser(services, principalOf(request), tokenOf(request) ?? '')

  app.register(async parse => {
    answerParseErrors(parse)
    parse.post('/login', { config: { access: 'public', onFullDisk: true } }, async request =>
      sessionResponse(services, await signIn(services, readCredentials(request))),
    )
    parse.post('/logout', { config: { access: 'session', onFullDisk: true } }, async request => {
      await services.sessions.end(principalOf(request).session)
      return {}
    })
    parse.get('/users/me', { config: { access: 'session' } }, me)
    parse.post('/users/me', { config: { access: 'session', onFullDisk: true } }, me)
  })
}
