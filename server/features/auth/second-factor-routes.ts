import { z } from 'zod'
import { ApiError, invalidFields } from '~/model/errors'
import { users } from '~/model/resources/users'
import { reportAccountChange } from '~/server/features/security-events/security-events'
import { type App, describe, done, optionalText } from '~/server/platform/http/route-schemas'
import { actorOf, principalOf } from '~/server/records/access'
import { applyChanges } from '~/server/records/apply'
import { type Context, isFirebaseSession, noHooks, type Services } from '~/server/records/context'
import { inTransaction } from '~/server/records/transaction'
import { storeProof } from './firebase-factor'
import {
  confirmingPassword,
  endOtherSessions,
  ownRecord,
  passwordBody,
  raiseCredentialVersion,
} from './own-account'
import {
  disableSecondFactor,
  enableSecondFactor,
  factorOf,
  newRecoveryCodes,
  newSecret,
  verifyCode,
} from './second-factor'

/** The password of a Firebase session is Firebase's. */
const requireOn = async ({ tx, actor, session }: Context, wanted: boolean) => {
  const { since, password } = await factorOf(tx, actor.uid)
  if ((since !== null) !== wanted || !(password || isFirebaseSession(session)))
    throw new ApiError(
      'state',
      wanted ? 'There is no second factor' : 'There is one, or no password to add it to',
    )
}

const withIn = ({ services, tx }: Context) => ({ encryption: services.encryption, database: tx })

const begin = async (context: Context) => {
  const { uid, email } = await ownRecord(context)
  await requireOn(context, false)
  return newSecret(withIn(context), { uid, email: String(email) })
}

const confirm = async (context: Context, code: string) => {
  const record = await ownRecord(context)
  await requireOn(context, false)
  if (!(await verifyCode(withIn(context), record.uid, code))) throw invalidFields({ code: 'invalid' })
  await enableSecondFactor(context.tx, record.uid)
  await applyChanges(context, users, record, { secondFactor: true }, { hooks: noHooks })
  await endOtherSessions(context)
  await reportAccountChange(context, record, 'secondFactorOn')
  const recovery = { recoveryCodes: await newRecoveryCodes(withIn(context), record.uid) }
  const { tx, session, services } = context
  if (!isFirebaseSession(session)) return recovery
  // This session has just given a code.
  const proof = await storeProof(tx, { user: record.uid, session }, services.config.SESSION_HOURS)
  return { ...recovery, proof }
}

const renew = async (context: Context) => {
  const record = await ownRecord(context)
  await requireOn(context, true)
  await raiseCredentialVersion(context.tx, record.uid)
  await reportAccountChange(context, record, 'recoveryCodesRenewed')
  return { recoveryCodes: await newRecoveryCodes(withIn(context), record.uid) }
}

const end = async (context: Context) => {
  const record = await ownRecord(context)
  await requireOn(context, true)
  await disableSecondFactor(context.tx, record.uid)
  await applyChanges(context, users, record, { secondFactor: false }, { hooks: noHooks })
  await endOtherSessions(context)
  await reportAccountChange(context, record, 'secondFactorOff')
  return {}
}

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** The caller's second factor: enabled with a code of the app, changed and disabled with the password. */
export const addSecondFactorRoutes = (app: App, services: Services) => {
  const session = { config: { access: 'session' as const } }
  const withPassword = confirmingPassword(services)
  const state = describe('Whether the second factor is on, and the number of recovery codes left', {
    response: {
      200: z.object({
        on: z.boolean(),
        since: z.date().nullable(),
        recoveryCodes: z.int(),
        possible: z.boolean().meta({ description: 'There is a password to add it to' }),
      }),
    },
  })
  app.get('/me/second-factor', { ...session, schema: state }, async request => {
    const { actor, firebase } = principalOf(request)
    const { since, left, password } = await factorOf(services.database, actor.uid)
    const possible = firebase ? firebase.provider === 'password' : password
    return { on: since !== null, since, recoveryCodes: left, possible }
  })
  const enrolment = describe('Starts enrolment: the secret for an authenticator app', {
    body: passwordBody,
    response: { 200: z.object({ secret: z.string(), uri: z.string() }) },
  })
  app.post('/me/second-factor', { ...session, schema: enrolment }, request => withPassword(request, begin))
  const enabling = describe('Turns the second factor on with a code of the app', {
    body: z.object({ code: optionalText.meta({ example: '123456' }) }),
    response: { 200: recoveryCodes.extend({ proof: z.string().optional() }) },
  })
  app.post('/me/second-factor/confirm', { ...session, schema: enabling }, async request => {
    const { uid } = actorOf(request)
    await services.rateLimits.count([['account', uid]], 'Too many wrong codes')
    const codes = await inTransaction(services, request, context => confirm(context, request.body.code))
    await services.rateLimits.forgetAccount(uid)
    return codes
  })
  const renewal = describe('Replaces the recovery codes', {
    body: passwordBody,
    response: { 200: recoveryCodes },
  })
  app.post('/me/second-factor/recovery-codes', { ...session, schema: renewal }, request =>
    withPassword(request, renew),
  )
  const disabling = describe('Turns the second factor off', { body: passwordBody, response: { 200: done } })
  app.delete('/me/second-factor', { ...session, schema: disabling }, request => withPassword(request, end))
}
