import type { FastifyInstance } from 'fastify'
import { invalidFields } from '~/model/errors'
import { users } from '~/model/resources/users'
import { answerParseErrors } from '~/server/features/auth/parse-errors'
import { textIn } from '~/server/platform/http/body-text'
import type { Services } from '~/server/records/services'
import { checkValue } from '~/server/records/writing/values'
import { requestReset } from './password-resets'

/** Sends a password reset link on request. */
export const addPasswordResetRoutes = (app: FastifyInstance, services: Services) => {
  app.register(async parse => {
    answerParseErrors(parse)
    parse.post('/requestPasswordReset', { config: { access: 'public' } }, async request => {
      const email = textIn(request.body, 'email').trim().toLowerCase()
      const code = email ? checkValue(email, users.fields.email) : 'required'
      if (code) throw invalidFields({ email: code })
      return { mailed: await requestReset(services, email, request.ip) }
    })
  })
}
