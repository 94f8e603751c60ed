import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV = 12
const TAG = 16

/** Keeps what only this server may read, by keys made of its secret: one a purpose, so that nothing sealed for one opens for another. */
export const createSeals = (secret: string) => {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `vecto ${purpose}`, 32))
  return {
    seal: (purpose: string, text: string): string => {
      const iv = randomBytes(IV)
      const cipher = createCipheriv(CIPHER, keyFor(purpose), iv)
      const sealed = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url')
    },
    /** Undefined for what was not sealed here for this purpose. */
    open: (purpose: string, sealed: string): string | undefined => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < IV + TAG) return undefined
      const decipher = createDecipheriv(CIPHER, keyFor(purpose), bytes.subarray(0, IV))
      decipher.setAuthTag(bytes.subarray(IV, IV + TAG))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
    /** A hash that cannot be guessed from the database alone, for short secrets. */
    hash: (purpose: string, text: string) =>
      createHmac('sha256', keyFor(purpose)).update(text).digest('base64url'),
  }
}

export type Seals = ReturnType<typeof createSeals>
