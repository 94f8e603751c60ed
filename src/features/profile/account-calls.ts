import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { Backend } from '~/src/api/backend'
import { rowsOf } from '~/src/api/contract/lists'
import { failingAsHttp, requestFailingAsHttp } from '~/src/api/contract/records'

type Request = Backend['request']

/** A session of the user. Instants in ISO 8601. */
export type OwnSession = {
  readonly uid: string
  readonly agent: { readonly name: string | null; readonly platform: string | null }
  readonly address: string | null
  readonly createdAt: string
  readonly usedAt: string
  readonly current: boolean
}

/**
 * `possible`: the user has a password to which a second factor can be added; `recoveryCodes`: the number of unused
 * ones.
 */
export type SecondFactor = {
  readonly on: boolean
  readonly since: string | null
  readonly recoveryCodes: number
  readonly possible: boolean
}

/** The data for an authenticator app: the key in base32, and the URI for the QR code. */
export type FactorSecret = { readonly secret: string; readonly uri: string }

/** `agent`: the browser in which it was added; `synced`: synchronized to several devices by the vendor's account. */
export type OwnPasskey = {
  readonly uid: string
  readonly agent: OwnSession['agent']
  readonly synced: boolean
  readonly createdAt: string
  readonly usedAt: string | null
}

/** `possible`: the user has a password, which adding and removing passkeys requires. */
type OwnPasskeys = { readonly results: readonly OwnPasskey[]; readonly possible: boolean }

/** The user's sessions, second factor and passkeys: calls of a server that stores identities itself. */
type AccountCalls = {
  readonly ownSessions: () => Promise<readonly OwnSession[]>
  /** Ends one session, or all but the current one. */
  readonly endOwnSessions: (uid?: string) => Promise<void>
  readonly secondFactor: () => Promise<SecondFactor>
  /** A wrong password fails with `errors.password`, a wrong code with `errors.code`. */
  readonly beginFactor: (password: string) => Promise<FactorSecret>
  readonly confirmFactor: (code: string) => Promise<readonly string[]>
  readonly newRecoveryCodes: (password: string) => Promise<readonly string[]>
  readonly endFactor: (password: string) => Promise<void>
  readonly passkeys: () => Promise<OwnPasskeys>
  /** Requests the options for `create`, which has a device make the passkey, and registers that passkey. */
  readonly addPasskey: (password: string, create: CreatePasskey) => Promise<void>
  readonly removePasskey: (uid: string, password: string) => Promise<void>
}

type CreatePasskey = (options: PublicKeyCredentialCreationOptionsJSON) => Promise<object>

const PASSKEYS = '/me/passkeys'

const FACTOR = '/me/second-factor'

/**
 * Separate from the panel's other calls: loaded with the page that uses them.
 * @param separate where another service checks passwords
 */
export const accountCalls = (call: Request, separate?: Backend['secondFactor']): AccountCalls => {
  const request = requestFailingAsHttp(call)
  /** What proves the user once more. */
  const proofOf = async (password: string) => {
    const factor = await separate?.()
    return factor ? failingAsHttp(factor.checkPassword)(password) : password
  }
  const send = <T>(method: string, path: string, json: object) => request<T>(path, { method, json })
  const codes = async (path: string, json: object) => {
    const answer = await send<{ recoveryCodes: readonly string[]; proof?: string }>(
      'POST',
      FACTOR + path,
      json,
    )
    if (answer.proof) (await separate?.())?.keep(answer.proof)
    return answer.recoveryCodes
  }
  return {
    ownSessions: async () => rowsOf<OwnSession>(await request('/me/sessions')),
    endOwnSessions: async uid => {
      await request(`/me/sessions${uid === undefined ? '' : `/${encodeURIComponent(uid)}`}`, {
        method: 'DELETE',
      })
    },
    secondFactor: () => request<SecondFactor>(FACTOR),
    beginFactor: async password => send<FactorSecret>('POST', FACTOR, { password: await proofOf(password) }),
    confirmFactor: code => codes('/confirm', { code }),
    newRecoveryCodes: async password => codes('/recovery-codes', { password: await proofOf(password) }),
    endFactor: async password => {
      await send('DELETE', FACTOR, { password: await proofOf(password) })
    },
    passkeys: () => request<OwnPasskeys>(PASSKEYS),
    addPasskey: async (password, create) => {
      await send('POST', PASSKEYS, await create(await send('POST', `${PASSKEYS}/start`, { password })))
    },
    removePasskey: async (uid, password) => {
      await send('DELETE', `${PASSKEYS}/${encodeURIComponent(uid)}`, { password })
    },
  }
}
