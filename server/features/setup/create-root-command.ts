import { z } from 'zod'
import { ApiError } from '~/model/errors'
import { languages } from '~/model/languages'
import type { Services } from '~/server/records/context'
import { changeAsServer, lockRights } from '~/server/records/transaction'
import { createRoot, preparePassword } from './first-root'
import { deleteSetupCodes } from './setup-codes'

const newRoot = z.object({
  email: z.string(),
  password: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  lang: z.enum(languages),
  company: z.string().optional(),
})

/** The command in the history of the account. */
const AGENT = 'create-root'

/** Names the fields of a refusal, which no form shows. */
const explained = (error: unknown) => {
  const fields = error instanceof ApiError ? error.details.fields : undefined
  if (!fields) return error
  return new Error(
    `${error instanceof Error ? error.message : ''} (${Object.entries(fields)
      .map(([field, code]) => `${field}: ${code}`)
      .join(', ')})`,
  )
}

/** `create-root`: the first root account, or another one, for the operator of the platform. */
export const runCreateRoot = async (services: Services, body: unknown) => {
  const person = newRoot.parse(body)
  const prepared = await preparePassword(services, person.password)
  const { uid } = await changeAsServer(services, { agent: AGENT, prepared }, async context => {
    await lockRights(context)
    await deleteSetupCodes(context.tx)
    return createRoot(context, person)
  }).catch((error: unknown) => {
    throw explained(error)
  })
  return { uid }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The names in an address such as `grace.hopper@example.com`; the profile changes them. */
export const namesIn = (email: string) => {
  const [first = '', ...others] = email
    .replace(/[@+].*$/, '')
    .split(/[._-]+/)
    .filter(part => part !== '')
    .map(capital)
  return { firstname: first, lastname: others.join(' ') || 'Root' }
}
