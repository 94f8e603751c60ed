import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { normalAddress } from '~/model/addresses'
import { invalidFields } from '~/model/errors'
import { type App, describe, done, optionalText } from '~/server/platform/http/route-schemas'
import { principalOf, tokenOf } from '~/server/records/routes/access'
import type { Services } from '~/server/records/services'
import { answerParseErrors } from './parse-errors'
import { startedSession } from './session-schema'
import { type Credentials, describeUser, sessionResponse, signIn } from './sign-in'

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
