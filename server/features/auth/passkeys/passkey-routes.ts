import { z } from 'zod'
import { ApiError } from '~/model/errors'
import {
  confirmingPassword,
  endOtherSessions,
  ownRecord,
  passwordBody,
} from '~/server/features/auth/own-account'
import { factorOf } from '~/server/features/auth/second-factor'
import { sessionResponse, startedSession } from '~/server/features/auth/sign-in'
import { reportAccountChange } from '~/server/features/security-events/security-events'
import { type App, describe, done, uidParams } from '~/server/platform/http/route-schemas'
import { actorOf } from '~/server/records/access'
import type { Context, Services } from '~/server/records/context'
import { inTransaction } from '~/server/records/transaction'
import {
  beginPasskey,
  beginPasskeySignIn,
  finishPasskey,
  markPasskeys,
  signInWithPasskey,
} from './passkey-ceremonies'
import { assertion, browserOptions, passkeysOf, registration, relyingParty, removePasskeys } from './passkeys'

const remove = async (context: Context, uid: string) => {
  const record = await ownRecord(context)
  if ((await removePasskeys(context.tx, record.uid, uid)) === 0)
    throw new ApiError('not_found', 'There is no such passkey')
  await markPasskeys(context, record, (await passkeysOf(context.tx, record.uid)).length > 0)
  // Signs out the device of the removed passkey, which may be lost.
  await endOtherSessions(context)
  await reportAccountChange(context, record, 'passkeyRemoved')
  return {}
}

const ownPasskey = z.object({
  uid: z.string(),
  agent: z
    .object({ name: z.string().nullable(), platform: z.string().nullable() })
    .meta({ description: 'The browser that it was added in' }),
  synced: z.boolean().meta({ description: 'Kept on several devices by an account of its maker' }),
  createdAt: z.date(),
  usedAt: z.date().nullable(),
})

const addOwnPasskeyRoutes = (app: App, services: Services) => {
  const session = { config: { access: 'session' as const } }
  const withPassword = confirmingPassword(services)
  const list = describe('Passkeys of the caller', {
    response: {
      200: z.object({
        results: z.array(ownPasskey),
        possible: z
          .boolean()
          .meta({ description: 'There is a password, with which they are added and removed' }),
      }),
    },
  })
  app.get('/me/passkeys', { ...session, schema: list }, async request => {
    const { uid } = actorOf(request)
    const { password: possible } = await factorOf(services.database, uid)
    const rows = await passkeysOf(services.database, uid)
    const results = rows.map(({ name, platform, created: createdAt, used: usedAt, ...row }) => ({
      ...{ ...row, agent: { name, platform }, createdAt, usedAt },
    }))
    return { results, possible }
  })

  const beginning = describe('Starts adding a passkey: the options for `navigator.credentials.create`', {
    body: passwordBody,
    response: { 200: browserOptions },
  })
  app.post('/me/passkeys/start', { ...session, schema: beginning }, async request => {
    const party = await relyingParty(services.config, request)
    return { ...(await withPassword(request, context => beginPasskey(context, party))) }
  })

  const adding = describe('Adds the passkey that the browser made', {
    body: registration,
    response: { 200: done },
  })
  app.post('/me/passkeys', { ...session, schema: adding }, async request => {
    const party = await relyingParty(services.config, request)
    const agent = request.headers['user-agent'] ?? ''
    await inTransaction(services, request, context => finishPasskey(context, party, request.body, agent))
    return {}
  })

  const removing = describe('Removes a passkey of the caller, and ends their other sessions', {
    params: uidParams,
    body: passwordBody,
    response: { 200: done },
  })
  app.delete('/me/passkeys/:uid', { ...session, schema: removing }, request =>
    withPassword(request, context => remove(context, request.params.uid)),
  )
}

/** Passkeys: the caller's own, and sign-in with them. */
export const addPasskeyRoutes = (app: App, services: Services) => {
  addOwnPasskeyRoutes(app, services)
  const open = { config: { access: 'public', onFullDisk: true } as const }
  const beginning = describe('Starts a sign-in by passkey: the options for `navigator.credentials.get`', {
    response: { 200: browserOptions },
  })
  app.post('/passkeys/start', { ...open, schema: beginning }, async request => {
    const party = await relyingParty(services.config, request)
    return { ...(await beginPasskeySignIn(services, party, request.ip)) }
  })

  const session = describe('Starts a session with what a passkey signed', {
    body: assertion,
    response: { 200: startedSession },
  })
  app.post('/passkeys/session', { ...open, schema: session }, async (request, reply) => {
    const party = await relyingParty(services.config, request)
    const client = { agent: request.headers['user-agent'], address: request.ip }
    const token = await signInWithPasskey(services, party, request.body, client)
    return reply.header('cache-control', 'no-store').send(await sessionResponse(services, token))
  })
}
