import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

type Encodable = Parameters<typeof isoCBOR.encode>[0]

/** Flags of the authenticator data: present, verified, backup eligible, backed up, new credential included. */
const flags = { present: 1, verified: 4, eligible: 8, synced: 16, attested: 64 } as const

/** Options that the browser passes to the authenticator; `challenge` in base64url. */
type Options = { readonly challenge: string }
type Created = Options & { readonly user: { readonly id: string } }

/** Deviations that a real authenticator does not allow. */
type Faults = { readonly origin?: string; readonly host?: string; readonly verified?: boolean }

/**
 * An authenticator with one passkey according to WebAuthn, with P-256 and without attestation.
 * @param url of the panel in the browser
 * @param counts whether the signature counter increases; synced passkeys have none
 */
export const passkeyDevice = (url: string, { counts = false } = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { origin, hostname } = new URL(url)
  let uses = 0
  let userHandle = ''

  const client = (type: string, { challenge }: Options, said: Faults) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: said.origin ?? origin, crossOrigin: false }))

  const authData = ({ verified = true, host = hostname }: Faults, more: number, rest: Buffer) => {
    if (counts) uses += 1
    const bits = flags.present + (verified ? flags.verified : 0) + more
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(uses)
    const kept = counts ? 0 : flags.eligible + flags.synced
    return Buffer.concat([sha256(host), Buffer.from([bits + kept]), counter, rest])
  }

  const credential = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = new Map<number, Encodable>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key)])
  }

  const named = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} }
  return {
    /** The result of `navigator.credentials.create`. */
    create: (options: Created, faults: Faults = {}) => {
      userHandle = options.user.id
      const attestation = new Map<string, Encodable>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(faults, flags.attested, credential()))],
      ])
      const clientDataJSON = text(client('webauthn.create', options, faults))
      const attestationObject = text(isoCBOR.encode(attestation))
      return { ...named, response: { clientDataJSON, attestationObject, transports: ['internal'] } }
    },
    /** The result of `navigator.credentials.get`. */
    get: (options: Options, faults: Faults = {}) => {
      const data = client('webauthn.get', options, faults)
      const authenticator = authData(faults, 0, Buffer.alloc(0))
      const signature = sign('sha256', Buffer.concat([authenticator, sha256(data)]), privateKey)
      const response = {
        clientDataJSON: text(data),
        authenticatorData: text(authenticator),
        signature: text(signature),
        userHandle,
      }
      return { ...named, response }
    },
    /** Resets the signature counter, like a cloned authenticator. */
    forgetUses: (count: number) => {
      uses -= count
    },
    /** Returns the user handle of another user. */
    claim: (user: string) => {
      userHandle = text(Buffer.from(user))
    },
  }
}
