import { sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import { ApiError } from '~/model/errors'
import type { User } from '~/model/record-of'
import { users } from '~/model/resources/users'
import { storeForCode, validFor } from '~/server/features/auth/one-time-codes'
import {
  credentialVersionOf,
  ownRecord,
  raiseCredentialVersion,
  requireCredentialVersion,
} from '~/server/features/auth/own-account'
import { factorOf } from '~/server/features/auth/second-factor'
import type { ClientInfo } from '~/server/features/auth/sign-in'
import { recordSecurityEvent, reportAccountChange } from '~/server/features/security-events/security-events'
import type { Limit } from '~/server/platform/http/rate-limits'
import { readUserAgent } from '~/server/platform/http/user-agents'
import { applyChanges } from '~/server/records/apply'
import { type Context, noHooks, type Services } from '~/server/records/context'
import type { RowOf } from '~/server/records/tables'
import {
  type Assertion,
  addPasskey,
  credentialsOf,
  findPasskey,
  type Passkey,
  passkeyRefused,
  type Registration,
  type RelyingParty,
  recordPasskeyUse,
  redeemChallenge,
  verified,
} from './passkeys'

/** Maximum number of passkeys of a user. */
const MAX_PASSKEYS = 20

const requireRoom = async ({ tx }: Context, user: string) => {
  const { password } = await factorOf(tx, user)
  if (!password)
    throw new ApiError('state', 'There is no password, with which passkeys are added and removed')
  const known = await credentialsOf(tx, user)
  if (known.length >= MAX_PASSKEYS)
    throw new ApiError('too_many_passkeys', 'Too many passkeys', { params: { limit: MAX_PASSKEYS } })
  return known
}

/** Begins: the options for the browser, whose challenge is good once, for this user. */
export const beginPasskey = async (context: Context, { webauthn, host }: RelyingParty) => {
  const record = await ownRecord(context)
  const known = await requireRoom(context, record.uid)
  const challenge = await storeForCode(context.tx, 'passkey-new', {
    user: record.uid,
    version: await credentialVersionOf(context.tx, record.uid),
  })
  return webauthn.generateRegistrationOptions({
    rpName: 'vecto admin',
    rpID: host,
    userID: new TextEncoder().encode(record.uid),
    userName: record.email,
    userDisplayName: labelOf(users, record),
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: validFor('passkey-new'),
    attestationType: 'none',
    excludeCredentials: known,
    // It signs in without an e-mail address, and instead of password and code together.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Updates the user's field that shows staff whether passkeys exist. */
export const markPasskeys = async (context: Context, record: User, passkeys: boolean) => {
  if (record.passkeys !== passkeys)
    await applyChanges(context, users, record, { passkeys }, { hooks: noHooks })
}

const verifyRegistration = async (
  { tx, actor }: Context,
  { webauthn, host, origins }: RelyingParty,
  response: Registration,
) => {
  const { challenge, value } = await redeemChallenge(tx, 'passkey-new', response.response.clientDataJSON)
  if (value.user !== actor.uid) throw passkeyRefused('The challenge is of another user')
  await requireCredentialVersion(tx, actor.uid, value.version)
  const { registrationInfo } = await verified(
    webauthn.verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: host,
      requireUserVerification: true,
    }),
  )
  if (!registrationInfo) throw passkeyRefused()
  return registrationInfo
}

/** Ends: stores the passkey that the browser made for this challenge, and notifies its owner. */
export const finishPasskey = async (
  context: Context,
  party: RelyingParty,
  response: Registration,
  userAgent: string,
) => {
  const record = await ownRecord(context)
  await requireRoom(context, record.uid)
  const { credential, credentialBackedUp: synced } = await verifyRegistration(context, party, response)
  const isNew = await addPasskey(context.tx, {
    user: record.uid,
    credential: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    synced,
    agent: readUserAgent(userAgent),
  })
  if (!isNew) throw passkeyRefused('The credential is known already')
  await raiseCredentialVersion(context.tx, record.uid)
  await markPasskeys(context, record, true)
  await reportAccountChange(context, record, 'passkeyAdded')
}

/** Begun ceremonies count as attempts of the network address only, so that no one can lock another user out. */
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
const verifyAssertion = async (
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
 * Ends: creates a session for the passkey's owner, without password and code: the device has verified its user.
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
    await verifyAssertion(services, party, passkey, { response, challenge })
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
