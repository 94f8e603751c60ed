import { z } from 'zod'
import { textUpTo } from '~/server/platform/http/route-schemas'

/** Longest accepted value in base64url: an attestation may carry a chain of certificates. */
const bytes = textUpTo(20_000).regex(/^[\w-]+$/, 'invalid')

const credential = { id: bytes, rawId: bytes, type: z.literal('public-key', 'invalid') }

/** What `navigator.credentials.create` answered, as the JSON form of WebAuthn level 3. */
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

/** What `navigator.credentials.get` answered, as the JSON form of WebAuthn level 3. */
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
