import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ApiError } from '~/model/errors'
import { recordSecurityEvent } from '~/server/features/security-events/security-events'
import { hashToken, newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { type App, describe, optionalText } from '~/server/platform/http/route-schemas'
import { tokenOf } from '~/server/records/access'
import type { Principal, Services } from '~/server/records/context'
import { verifyCode } from './second-factor'

/**
 * The second factor of users who sign in with Firebase. Firebase does not know it, so the server demands the code once
 * for each of their sessions. The time of sign-in alone does not identify a session, since someone with the password can
 * sign in every second: the browser that gave the code holds a secret, which it appends to each token.
 */
const PURPOSE = 'firebase-factor'

/** Separates an ID token from the proof: allowed in a bearer token, and part of neither. */
const SEPARATOR = '~'

export const splitProof = (token: string): readonly [token: string, proof: string] => {
  const at = token.indexOf(SEPARATOR)
  return at < 0 ? [token, ''] : [token.slice(0, at), token.slice(at + 1)]
}

const identifierOf = (proof: string) => `${PURPOSE}:${hashToken(proof)}`
const valueFor = (user: string, session: string) => `${user} ${session}`

type Session = { readonly user: string; readonly session: string }

/** @returns the proof that a code was given in this session, valid as long as a session of this server can be */
export const storeProof = async (database: Database, { user, session }: Session, hours: number) => {
  const proof = randomBytes(32).toString('base64url')
  await database.run(
    sql`delete from auth_verification where identifier like ${`${PURPOSE}:%`} and "expiresAt" < now()`,
  )
  await database.run(sql`insert into auth_verification (id, identifier, value, "expiresAt")
    values (${newUid()}, ${identifierOf(proof)}, ${valueFor(user, session)}, now() + make_interval(hours => ${hours}))`)
  return proof
}

export const isProved = async (database: Database, { user, session }: Session, proof: string) =>
  proof !== '' &&
  (
    await database.query(sql`select 1 from auth_verification where identifier = ${identifierOf(proof)}
      and value = ${valueFor(user, session)} and "expiresAt" > now()`)
  ).length > 0

/** Forgets the proofs of a user's other sessions: each must give a code again. */
export const dropProofs = (tx: Database, user: string, except: string) =>
  tx.run(sql`delete from auth_verification where identifier like ${`${PURPOSE}:%`}
    and starts_with(value, ${`${user} `}) and value <> ${valueFor(user, except)}`)

const prove = async (services: Services, { actor, session }: Principal, code: string, address: string) => {
  const { database, changes, rateLimits, background, config } = services
  await rateLimits.count([['account', actor.uid]], 'Too many wrong codes')
  if (!(await verifyCode(services, actor.uid, code))) {
    const entry = {
      event: 'signInFailed' as const,
      user: actor.uid,
      address,
      details: { code: 'wrong_code' },
    }
    background.beside(() => recordSecurityEvent(database, { changes }, entry))
    throw new ApiError('wrong_code', 'Wrong code')
  }
  await rateLimits.forgetAccount(actor.uid)
  return storeProof(database, { user: actor.uid, session }, config.SESSION_HOURS)
}

/** `me/second-factor/proof`: exchanges a code for the proof that a Firebase session needs, if its user has a second factor. */
export const addFirebaseFactorRoutes = (app: App, services: Services) => {
  const schema = describe('Proves the second factor of a user who has signed in with Firebase', {
    body: z.object({ code: optionalText.meta({ example: '123456' }) }),
    response: {
      200: z.object({
        proof: z.string().meta({ description: 'To append to each ID token of this session, after a `~`' }),
      }),
    },
  })
  // Public for the guard of routes, which refuses the session until this has succeeded.
  const options = { config: { access: 'public' as const, onFullDisk: true as const }, schema }
  app.post('/me/second-factor/proof', options, async (request, reply) => {
    const found = await services.sessions.ofFirebase?.(tokenOf(request) ?? '')
    if (!found) throw new ApiError('session_expired', 'No session of Firebase')
    const proof = await prove(services, found, request.body.code, request.ip)
    return reply.header('cache-control', 'no-store').send({ proof })
  })
}
