import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import { storeForCode, validFor } from '~/server/features/auth/one-time-codes'
import type { ClientInfo } from '~/server/features/auth/sign-in'
import { recordSecurityEvent } from '~/server/features/security-events/security-events'
import type { Limit } from '~/server/platform/http/rate-limits'
import type { Services } from '~/server/records/services'
import type { RowOf } from '~/server/records/tables/row-of'
import type { Assertion } from './passkey-schemas'
import { findPasskey, type Passkey, recordPasskeyUse } from './passkey-store'
import { passkeyRefused, type RelyingParty, redeemChallenge, verified } from './relying-party'

/** Beginnings count as attempts, by address alone: nobody can lock somebody else out. */
const attemptOf = (address: string): readonly Limit[] => [['address', address]]

/** Begins: the options for the browser, whose challenge is good once. @throws ApiError 429 */
export const beginPasskeySignIn = async (
  { database, rateLimits }: Services,
  { webauthn, host }: RelyingParty,
  address: string,
) => {
  await rateLimits.count(attemptOf(address), 'Too many sign-ins')
  const challenge = await storeForCode(database, 'passkey-use', {})
  return webauthn.generateAuthenticationOptions({
    rpID: host,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: validFor('passkey-use'),
    userVerification: 'required',
  })
}

/** @param challenge that was redeemed @throws ApiError passkey_refused */
const verify = async (
  { database }: Services,
  { webauthn, host, origins }: RelyingParty,
  passkey: Passkey,
  { response, challenge }: { readonly response: Assertion; readonly challenge: string },
) => {
  const { credential: id, publicKey, counter } = passkey
  const { authenticationInfo } = await verified(
    webauthn.verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: host,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
      requireUserVerification: true,
    }),
  )
  const { newCounter, credentialBackedUp } = authenticationInfo
  if (!(await recordPasskeyUse(database, passkey.uid, newCounter, credentialBackedUp)))
    throw passkeyRefused('Another use came first')
}

const isOf = ({ user }: Passkey, { response: { userHandle } }: Assertion) =>
  userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() === user

type Account = RowOf<'users', 'status' | 'role', { version: 'credential_version' }>

const accountOf = async ({ database }: Services, uid: string) =>
  (
    await database.query<Account>(
      sql`select status, role, credential_version as version from users where uid = ${uid}`,
    )
  )[0]

const reportFailure = (
  { database, changes, background }: Services,
  user: string,
  address: string,
  code: string,
) =>
  background.beside(() =>
    recordSecurityEvent(database, { changes }, { event: 'signInFailed', user, address, details: { code } }),
  )

/**
 * Ends: a session for the passkey's owner, without password and code: the device has asked who holds it.
 * @returns its token
 * @throws ApiError passkey_refused, passkey_unknown, no_role
 */
export const signInWithPasskey = async (
  services: Services,
  party: RelyingParty,
  response: Assertion,
  client: ClientInfo,
): Promise<string> => {
  // First, so that every attempt is one that was counted when it began.
  const { clientDataJSON } = response.response
  const { challenge } = await redeemChallenge(services.database, 'passkey-use', clientDataJSON)
  const named = await findPasskey(services.database, response.id)
  const account = named && (await accountOf(services, named.user))
  // Again, after the version of the credentials: the passkey may have been removed before that was read.
  const passkey = account && (await findPasskey(services.database, response.id))
  if (!passkey || account?.status !== 'active' || !isOf(passkey, response))
    throw new ApiError('passkey_unknown', 'This passkey is not known here')
  try {
    await verify(services, party, passkey, { response, challenge })
  } catch (error) {
    reportFailure(services, passkey.user, client.address, 'passkey_refused')
    throw error
  }
  if (!account.role) throw new ApiError('no_role', 'This user has no role')
  await services.rateLimits.giveBack(attemptOf(client.address))
  const token = await services.sessions.start(passkey.user, account.version, client)
  if (token === undefined) throw passkeyRefused('The credentials of the user have changed')
  return token
}
