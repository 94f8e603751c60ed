import { labelOf } from '~/model/access'
import { ApiError } from '~/model/errors'
import type { User } from '~/model/record-types'
import { users } from '~/model/resources/users'
import {
  credentialVersionOf,
  raiseCredentialVersion,
  requireCredentialVersion,
} from '~/server/features/auth/credential-version'
import { storeForCode, validFor } from '~/server/features/auth/one-time-codes'
import { ownRecord } from '~/server/features/auth/own-account'
import { factorOf } from '~/server/features/auth/second-factor'
import { reportAccountChange } from '~/server/features/security-events/security-events'
import { readUserAgent } from '~/server/platform/http/user-agents'
import { type Context, noHooks } from '~/server/records/hooks'
import { applyChanges } from '~/server/records/writing/update-record'
import type { Registration } from './passkey-schemas'
import { addPasskey, credentialsOf } from './passkey-store'
import { passkeyRefused, type RelyingParty, redeemChallenge, verified } from './relying-party'

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

/** Sets the field of the user that tells staff whether there are any, if it changes. */
export const markPasskeys = async (context: Context, record: User, passkeys: boolean) => {
  if (record.passkeys !== passkeys)
    await applyChanges(context, users, record, { passkeys }, { hooks: noHooks })
}

const verify = async (
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

/** Ends: stores the passkey that the browser made for this challenge, and tells its owner. */
export const finishPasskey = async (
  context: Context,
  party: RelyingParty,
  response: Registration,
  userAgent: string,
) => {
  const record = await ownRecord(context)
  await requireRoom(context, record.uid)
  const { credential, credentialBackedUp: synced } = await verify(context, party, response)
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
