import { z } from 'zod'
import { normalAddress } from '~/model/addresses'
import { invalidFields } from '~/model/errors'
import { users } from '~/model/resources/users'
import { answerParseErrors } from '~/server/features/auth/parse-errors'
import { deliveryStatuses } from '~/server/features/mails/delivery-status'
import { type App, describe, optionalText } from '~/server/platform/http/route-schemas'
import { checkValue } from '~/server/records/schemas/field-schemas'
import type { Services } from '~/server/records/services'
import { requestReset } from './password-resets'

/** Sends a password reset link on request. */
export const addPasswordResetRoutes = (app: App, services: Services) => {
  app.register(async (parse: App) => {
    answerParseErrors(parse)
    const schema = describe('Sends a password reset link', {
      body: z.object({ email: optionalText.meta({ example: 'grace@museum.example' }) }),
      response: { 200: z.object({ mailed: z.enum(deliveryStatuses) }) },
    })
    parse.post('/requestPasswordReset', { config: { access: 'public' }, schema }, async request => {
      const email = normalAddress(request.body.email)
      const code = email ? checkValue(email, users.fields.email) : 'required'
      if (code) throw invalidFields({ email: code })
      return { mailed: await requestReset(services, email, request.ip) }
    })
  })
}
