import { ApiError, messageOf } from '~/model/errors'
import { asObject } from '~/model/objects'
import { redeemCode } from '~/server/features/auth/one-time-codes'
import { type Asked, passkeyHost } from '~/server/features/auth/panel-origin'
import type { Config } from '~/server/platform/config/config'
import type { Database } from '~/server/platform/database/database'

/** Loaded when somebody uses passkeys: few starts of a server need it. */
const load = () => import('@simplewebauthn/server')

/** What passkeys are bound to. */
export type RelyingParty = {
  readonly webauthn: Awaited<ReturnType<typeof load>>
  readonly host: string
  readonly origins: readonly string[]
}

/** @param reason for the log and for programs; people read that it did not work, and what else does */
export const passkeyRefused = (reason: unknown = 'It was not verified') =>
  new ApiError('passkey_refused', `The passkey was refused: ${messageOf(reason)}`)

/**
 * Without `PUBLIC_URL` the request says which host it is, and a proxy may have taken https off. A false host
 * is of no use to an attacker: a browser offers a passkey to pages of the host that it was made for, alone.
 * @throws ApiError 404 where the panel has an IP address
 */
export const relyingParty = async (
  config: Pick<Config, 'PUBLIC_URL'>,
  request: Asked,
): Promise<RelyingParty> => {
  const host = passkeyHost(config, request)
  if (host === undefined) throw new ApiError('not_found', 'Passkeys need a host name')
  const origins = config.PUBLIC_URL
    ? [new URL(config.PUBLIC_URL).origin]
    : [`https://${request.host}`, `http://${request.host}`]
  return { webauthn: await load(), host, origins }
}

const challengeIn = (clientData: string): string => {
  try {
    return String(asObject(JSON.parse(Buffer.from(clientData, 'base64url').toString())).challenge)
  } catch {
    return ''
  }
}

/**
 * Redeems the challenge that a browser says it answers. @param clientData in base64url
 * @returns what verification must find in it, and the value it was stored with
 * @throws ApiError passkey_refused: used, expired, or none of this server
 */
export const redeemChallenge = async (
  database: Database,
  purpose: 'passkey-new' | 'passkey-use',
  clientData: string,
) => {
  const challenge = challengeIn(clientData)
  const value = await redeemCode(database, purpose, challenge)
  if (value === undefined) throw passkeyRefused('The challenge is not known, or over')
  return { challenge, value: asObject(value) }
}

/** The result of a verification by the library, which throws its reasons. @throws ApiError passkey_refused */
export const verified = async <T extends { readonly verified: boolean }>(verifying: Promise<T>) => {
  const result = await verifying.catch((error: unknown) => {
    throw passkeyRefused(error)
  })
  if (!result.verified) throw passkeyRefused()
  return result
}
