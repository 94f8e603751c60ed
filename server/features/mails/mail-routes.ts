import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalidFields } from '~/model/errors'
import { type Language, languages } from '~/model/languages'
import { type TemplateAction, templateActions } from '~/model/mail/mail-templates'
import { templates } from '~/model/resources/templates'
import { requirePlaceholders } from '~/server/features/templates/template-hooks'
import { type App, describe } from '~/server/platform/http/route-schemas'
import { actorOf } from '~/server/records/access'
import type { Services, Values } from '~/server/records/context'
import { checkValue, normalise } from '~/server/records/kinds'
import type { RowOf } from '~/server/records/tables'
import { inTransaction } from '~/server/records/transaction'
import { type DeliveryStatus, deliveryStatuses, sampleValues, writeMail } from './enqueue-mail'
import { mailState, reachMailServer } from './mail-state'

/** Maximum wait in milliseconds for the result of a test e-mail. */
const PATIENCE = 12_000

const rootAlone = (operation: string) => ({
  config: { access: { resource: 'utils', operation, grant: { root: 'all' as const } } },
  exposeHeadRoute: false,
})

type Draft = { readonly action: TemplateAction; readonly lang: Language; readonly text: Values }

/** An unsaved template; the fields that a saved one has are validated as if it were saved. */
const draft = z
  .object({
    action: z.unknown().optional(),
    subject: z.unknown().optional(),
    content: z.unknown().optional(),
    lang: z.unknown().optional(),
  })
  .meta({
    example: {
      action: 'invite',
      subject: { en: 'Welcome' },
      content: { en: '<p>Your access: {{link}}</p>' },
      lang: 'en',
    },
  })

const keys = ['action', 'subject', 'content'] as const

/** Reads an unsaved template, normalized and validated as if it were saved. @throws ApiError 422 */
const readDraft = (body: z.output<typeof draft>): Draft => {
  const text: Values = Object.fromEntries(
    keys.map(key => [key, normalise(body[key] ?? null, templates.fields[key])]),
  )
  const wrong = keys.flatMap(key => {
    const code = checkValue(text[key], templates.fields[key])
    return code ? [[key, code] as const] : []
  })
  const lang = languages.find(each => each === body.lang)
  const action = templateActions.find(each => each === text.action)
  if (!text.action) throw invalidFields({ action: 'required' })
  if (!lang) throw invalidFields({ lang: 'unknown_option' })
  if (wrong.length > 0 || !action) throw invalidFields(Object.fromEntries(wrong))
  requirePlaceholders(text)
  return { action, lang, text }
}

type Fate = RowOf<'mails', 'status' | 'attempts' | 'reason' | 'reason_code'>

/** Waits for the delivery result of an e-mail or its first failed try, up to the time limit. */
const fateOf = async ({ database }: Services, uid: string): Promise<Fate | undefined> => {
  for (const end = Date.now() + PATIENCE; ; await sleep(150)) {
    const [row] = await database.query<Fate>(
      sql`select status, attempts, reason, reason_code from mails where uid = ${uid}`,
    )
    const pending = row?.status === 'sending' || (row?.status === 'waiting' && Number(row.attempts) === 0)
    if (!pending || Date.now() > end) return row
  }
}

const results: Readonly<Record<string, DeliveryStatus | 'failed'>> = {
  sent: 'sent',
  kept: 'outbox',
  failed: 'failed',
}

const sendTest = async (services: Services, { action, lang, text }: Draft, request: FastifyRequest) => {
  const uid = await inTransaction(services, request, async context => {
    const [me] = await context.tx.query<RowOf<'users', 'email' | 'firstname' | 'lastname'>>(
      sql`select email, firstname, lastname from users where uid = ${context.actor.uid}`,
    )
    const to = { email: me?.email ?? '', lang, user: actorOf(request).uid }
    const names = { firstname: me?.firstname ?? '', lastname: me?.lastname ?? '' }
    const values = { ...sampleValues(services.config, lang), ...names }
    return (await writeMail(context, { action, to, values }, text)).uid
  })
  const fate = await fateOf(services, uid)
  const { reason = null, reason_code: reasonCode = null } = fate ?? {}
  return { uid, mail: results[fate?.status ?? ''] ?? 'waiting', reason, reasonCode }
}

const failure = { reason: z.string().nullable(), reasonCode: z.string().nullable() }

const mailStatus = z.object({
  outlook: z.enum(deliveryStatuses),
  server: z.string().nullable(),
  from: z.string(),
  waiting: z.int(),
  failed: z.int(),
  kept: z.int(),
  lastSentAt: z.string().nullable(),
  lastFailure: z.object({ reason: z.string(), reasonCode: z.string(), at: z.string() }).nullable(),
})

/**
 * Mail routes for root. `utils/mail`: queue, failures and the last error of the mail server;
 * `utils/mail/check`: connects to it now; `utils/mail/test`: sends a template, saved or not, to the caller.
 */
export const addMailRoutes = (app: App, services: Services) => {
  const state = describe('Waiting and failed e-mails, and the last response of the mail server', {
    response: { 200: mailStatus },
  })
  app.get('/utils/mail', { ...rootAlone('mail'), schema: state }, () => mailState(services))
  const check = describe('Connects to the mail server; `reachable` is null if none is configured', {
    response: { 200: z.object({ reachable: z.boolean().nullable(), ...failure }) },
  })
  app.get('/utils/mail/check', { ...rootAlone('mail'), schema: check }, () =>
    reachMailServer(services.config),
  )
  const test = describe('Sends a template, saved or not, to the caller', {
    body: draft,
    response: { 200: z.object({ uid: z.string(), mail: z.string(), ...failure }) },
  })
  app.post('/utils/mail/test', { ...rootAlone('mail'), schema: test }, request =>
    sendTest(services, readDraft(request.body), request),
  )
}
