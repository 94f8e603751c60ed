import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ApiError, messageOf } from '~/model/errors'
import { asObject } from '~/model/objects'
import { redeemCode } from '~/server/features/auth/one-time-codes'
import { type Asked, passkeyHost } from '~/server/features/auth/panel-origin'
import type { Config } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import { textUpTo } from '~/server/platform/http/route-schemas'

/** Longest accepted value in base64url: an attestation may carry a chain of certificates. */
const bytes = textUpTo(20_000).regex(/^[\w-]+$/, 'invalid')

const credential = { id: bytes, rawId: bytes, type: z.literal('public-key', 'invalid') }

/** Result of `navigator.credentials.create`, in the JSON form of WebAuthn level 3. */
export const registration = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z.array(textUpTo(40)).max(10).optional(),
    }),
  })
  .transform(each => ({ ...each, clientExtensionResults: {} }))
export type Registration = z.output<typeof registration>

/** Result of `navigator.credentials.get`, in the JSON form of WebAuthn level 3. */
export const assertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes.nullish().transform(handle => handle ?? undefined),
    }),
  })
  .transform(each => ({ ...each, clientExtensionResults: {} }))
export type Assertion = z.output<typeof assertion>

/** Options for the browser: their form is WebAuthn's, and the panel passes them on. */
export const browserOptions = z.looseObject({ challenge: z.string() })

/** A passkey as it is used. `credential` and `publicKey` in base64url. */
export type Passkey = {
  readonly uid: string
  readonly user: string
  readonly credential: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/** A passkey as its owner reads it. `synced`: synchronized between devices by the provider's account. */
type ListedPasskey = TableRow<
  'passkeys',
  'uid' | 'synced',
  { name: 'agent_name'; platform: 'agent_platform'; created: 'created_at'; used: 'used_at' }
>

/** The column is JSON. */
type Transports = { readonly transports: string[] }

type Stored = TableRow<
  'passkeys',
  'uid' | 'credential' | 'counter',
  { user: 'user_id'; publicKey: 'public_key' }
>

export const passkeysOf = (database: Database, user: string) =>
  database.query<ListedPasskey>(sql`select uid, agent_name as name, agent_platform as platform, synced,
    created_at as created, used_at as used from passkeys where user_id = ${user} order by created_at desc, uid`)

/** The credentials of a user, which a device must not create again. */
export const credentialsOf = (database: Database, user: string) =>
  database.query<TableRow<'passkeys', never, { id: 'credential' }> & Transports>(
    sql`select credential as id, transports from passkeys where user_id = ${user}`,
  )

export const findPasskey = async (database: Database, credential: string): Promise<Passkey | undefined> => {
  const [row] = await database.query<Stored & Transports>(
    sql`select uid, user_id as user, credential, public_key as "publicKey", counter, transports
      from passkeys where credential = ${credential}`,
  )
  return row && { ...row, counter: Number(row.counter) }
}

type NewPasskey = Omit<Passkey, 'uid'> & {
  readonly synced: boolean
  readonly agent: { readonly name: string | null; readonly platform: string | null }
}

/** @returns false if the credential is known already */
export const addPasskey = async (tx: Database, passkey: NewPasskey) => {
  const { user, credential, publicKey, counter, transports, synced, agent } = passkey
  const added = await tx.run(sql`insert into passkeys
      (uid, user_id, credential, public_key, counter, transports, synced, agent_name, agent_platform)
    values (${newUid()}, ${user}, ${credential}, ${publicKey}, ${counter}, ${JSON.stringify(transports)}::jsonb,
      ${synced}, ${agent.name}, ${agent.platform})
    on conflict (credential) do nothing`)
  return added === 1
}

/**
 * Records a use. @param counter of the device, which only grows; 0 where it counts nothing
 * @returns false if another use with this counter, or a later one, came first
 */
export const recordPasskeyUse = async (database: Database, uid: string, counter: number, synced: boolean) =>
  (await database.run(sql`update passkeys set counter = ${counter}, synced = ${synced}, used_at = now()
    where uid = ${uid} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`)) === 1

/** @param uid of one; all of the user's if absent @returns the number of removed ones */
export const removePasskeys = (tx: Database, user: string, uid?: string) =>
  tx.run(
    sql`delete from passkeys where user_id = ${user} and (${uid ?? null}::text is null or uid = ${uid ?? null})`,
  )

/** Loaded on first use of passkeys, to keep the start of a server fast. */
const load = () => import('@simplewebauthn/server')

/** The relying party that passkeys are bound to. */
export type RelyingParty = {
  readonly webauthn: Awaited<ReturnType<typeof load>>
  readonly host: string
  readonly origins: readonly string[]
}

/** @param reason for the log and for programs; the panel's message only names the failure and alternatives */
export const passkeyRefused = (reason: unknown = 'It was not verified') =>
  new ApiError('passkey_refused', `The passkey was refused: ${messageOf(reason)}`)

/**
 * Without `PUBLIC_URL` the host comes from the request, and a proxy may have terminated https. A forged host
 * is of no use to an attacker: a browser offers a passkey only to pages of the host that it was made for.
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
 * Redeems the challenge that is named in the browser's response. @param clientData in base64url
 * @returns the challenge that verification must find in it, and the value it was stored with
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
