import { ApiError, type FieldCode } from '~/model/errors'
import { checkPlaceholders, type PlaceholderProblem } from '~/model/mail/mail-templates'
import type { ChangesOf } from '~/model/record-of'
import type { templates } from '~/model/resources/templates'
import type { Hooks } from '~/server/records/context'

const inWords = ({ lang, names }: PlaceholderProblem) => `${names.join(', ')} (${lang})`

/** @throws ApiError 422 with a code per field; `params.placeholders` lists them with their language */
export const requirePlaceholders = ({ action, subject, content }: ChangesOf<typeof templates>) => {
  const problems = action ? checkPlaceholders(action, subject, content) : []
  if (problems.length === 0) return
  const fields: Record<string, FieldCode> = {}
  for (const { field, code } of problems) fields[field] ??= code
  const placeholders = problems.map(inWords).join('; ')
  throw new ApiError('validation', `Placeholders: ${placeholders}`, { fields, params: { placeholders } })
}

export const templateHooks: Hooks<typeof templates> = {
  beforeCreate: (_context, values) => requirePlaceholders(values),
  beforeUpdate: (_context, before, changes) => {
    const { action, subject, content } = { ...before, ...changes }
    // An older template with missing placeholders can still be deactivated.
    if (['action', 'subject', 'content'].some(key => key in changes))
      requirePlaceholders({ action, subject, content })
  },
}
