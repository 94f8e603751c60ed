import { sql } from 'drizzle-orm'
import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  UnsecuredJWT,
} from 'jose'
import { normalAddress } from '~/model/addresses'
import { ApiError } from '~/model/errors'
import { textIn } from '~/model/objects'
import { dropProofs, isProved, splitProof } from '~/server/features/auth/firebase-factor'
import { proveAddress } from '~/server/features/one-time-links/proved-addresses'
import { type Found, principalOf } from '~/server/features/sessions/sessions'
import type { Config } from '~/server/platform/config/config'
import type { Database } from '~/server/platform/database/database'
import { FIREBASE, isFirebaseSession, type Principal, type Sessions } from '~/server/records/context'
import { endAccess } from './account-outbox'

/** Google's public keys for Firebase ID tokens. */
const GOOGLE_KEYS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** Clock tolerance in seconds. */
const TOLERANCE = 5

/** The user of a token, and their sign-in; `email` only if Firebase has verified it. */
type FirebaseUser = {
  readonly uid: string
  readonly email: string | null
  readonly signIn: NonNullable<Principal['firebase']>
}

type ReadToken = (token: string) => Promise<FirebaseUser | undefined>

/** A JWT has three base64url parts; the server's own tokens have another format. */
export const isFirebaseToken = (token: string) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)

const userIn = (claims: JWTPayload): FirebaseUser | undefined => {
  const { sub, email, email_verified: verified, auth_time: since, firebase } = claims
  if (!sub || typeof since !== 'number' || since > Date.now() / 1000 + TOLERANCE) return undefined
  const address = verified === true && typeof email === 'string' ? normalAddress(email) : null
  return { uid: sub, email: address, signIn: { provider: textIn(firebase, 'sign_in_provider') ?? '', since } }
}

/** True if the token itself is invalid; false if it could not be checked. */
const isRefused = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  error.code !== 'ERR_JOSE_GENERIC'

const refusing = async (read: () => JWTPayload | Promise<JWTPayload>) => {
  try {
    return userIn(await read())
  } catch (error) {
    if (isRefused(error)) return undefined
    throw new ApiError('unavailable', 'The keys of the identity service cannot be read', { retryAfter: 5 })
  }
}

type Options = {
  readonly projectId: string
  /** Accepts unsigned tokens of the emulator, and no others. */
  readonly emulator?: boolean
  readonly keys?: JWTVerifyGetKey
}

/**
 * Verifies a project's ID tokens as Firebase documents for servers.
 * @returns a reader that returns undefined for a token that is forged, expired or of another project
 * @throws ApiError unavailable if Google's keys cannot be fetched
 */
export const firebaseTokens = ({ projectId, emulator, keys }: Options): ReadToken => {
  const expected = {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    clockTolerance: TOLERANCE,
    requiredClaims: ['exp', 'iat', 'sub'],
  }
  if (emulator) return token => refusing(() => UnsecuredJWT.decode(token, expected).payload)
  const published = keys ?? createRemoteJWKSet(new URL(GOOGLE_KEYS))
  return token =>
    refusing(async () => (await jwtVerify(token, published, { ...expected, algorithms: ['RS256'] })).payload)
}

type FoundUser = Found & { readonly unproved: boolean; readonly pending: boolean; readonly factor: boolean }

/** A user of Firebase in this server, and whether their second factor is on. */
type Known = { readonly principal: Principal; readonly factor: boolean }

/**
 * Finds the active user with Firebase's uid, else with the verified address; never creates one. An invited user is found
 * by the address alone, which the link of the invitation has verified. Sign-ins from before a change that ended the
 * user's access, by the second, as Firebase counts, are refused.
 */
const userOf = async (
  database: Database,
  { uid, email, signIn }: FirebaseUser,
): Promise<Known | undefined> => {
  const [found] = await database.query<FoundUser>(sql`
    select ${`${FIREBASE}${uid}:${signIn.since}`} as id, now() as used, u.uid, u.role, u.lang, u.company_uid,
      c.is_partner and c.can_create_companies as licensed, u.status = 'pending' as pending,
      coalesce(u.second_factor, false) as factor,
      lower(u.email) = ${email} and not u.email_proved as unproved
    from users u left join companies c on c.uid = u.company_uid
      left join firebase_accounts a on a.user_uid = u.uid
    where (u.status = 'active' and (u.uid = ${uid} or lower(u.email) = ${email})
        or u.status = 'pending' and lower(u.email) = ${email})
      and (a.ended_at is null or date_trunc('second', a.ended_at) <= to_timestamp(${signIn.since}))
    order by u.uid = ${uid} desc limit 1`)
  if (!found) return undefined
  if (found.unproved && !found.pending) await database.transaction(tx => proveAddress(tx, found.uid))
  const principal = await principalOf(database, found)
  if (!principal) return undefined
  const { factor, pending } = found
  return { principal: { ...principal, firebase: signIn, ...(pending && { pending: true as const }) }, factor }
}

/** Sessions that accept Firebase ID tokens in addition to the server's own tokens. */
const withFirebaseTokens = (
  sessions: Sessions,
  database: Database,
  { read, isSynced }: { readonly read: ReadToken; readonly isSynced: boolean },
): Sessions => {
  const lookUp = async (token: string) => {
    const user = isFirebaseToken(token) ? await read(token) : undefined
    return user && userOf(database, user)
  }
  return {
    ...sessions,
    find: async sent => {
      const [token, proof] = splitProof(sent)
      if (!isFirebaseToken(token)) return sessions.find(sent)
      const known = await lookUp(token)
      if (!known?.factor) return known?.principal
      const { actor, session } = known.principal
      if (!(await isProved(database, { user: actor.uid, session }, proof)))
        throw new ApiError('second_factor', 'A code of the second factor is needed')
      return known.principal
    },
    ofFirebase: async sent => (await lookUp(splitProof(sent)[0]))?.principal,
    endAll: async (tx, user, except = '') => {
      await dropProofs(tx, user, except)
      if (!isFirebaseSession(except)) await endAccess(tx, user, isSynced)
      return sessions.endAll(tx, user, except)
    },
  }
}

/** The server's own sessions only, unless the configuration names a Firebase project. */
export const withFirebase = (sessions: Sessions, database: Database, config: Config): Sessions => {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_EMULATOR: emulator, FIREBASE_ACCOUNTS: isSynced } = config
  return projectId
    ? withFirebaseTokens(sessions, database, { read: firebaseTokens({ projectId, emulator }), isSynced })
    : sessions
}
