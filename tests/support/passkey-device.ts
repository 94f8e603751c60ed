import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

type Encodable = Parameters<typeof isoCBOR.encode>[0]

/** Bits of the authenticator data: present, verified, may be synced, is synced, holds a new credential. */
const flags = { present: 1, verified: 4, eligible: 8, synced: 16, attested: 64 } as const

/** What the browser passes on to the device; `challenge` in base64url. */
type Options = { readonly challenge: string }
type Created = Options & { readonly user: { readonly id: string } }

/** What a real device would refuse to do. */
type Faults = { readonly origin?: string; readonly host?: string; readonly verified?: boolean }

/**
 * A device with one passkey, which it makes and signs with as WebAuthn says, P-256 and no attestation.
 * @param url of the panel that its browser shows
 * @param counts whether it counts its uses; synced ones do not
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
    /** As `navigator.credentials.create` answers. */
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
    /** As `navigator.credentials.get` answers. */
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
    /** As if its memory were set back to an earlier copy. */
    forgetUses: (count: number) => {
      uses -= count
    },
    /** As if it claimed to belong to somebody else. */
    claim: (user: string) => {
      userHandle = text(Buffer.from(user))
    },
  }
}
