import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Key, Keys } from './secret-keys'

const CIPHER = 'aes-256-gcm'
const IV = 12
const TAG = 16
/** Separates the key id from the ciphertext; a ciphertext without a key id uses the oldest key. */
const MARK = '.'

/** Derives one key per purpose, so that a ciphertext for one purpose cannot be decrypted for another. */
const derive = ({ secret }: Key, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `vecto ${purpose}`, 32))

const encrypt = (key: Buffer, text: string) => {
  const iv = randomBytes(IV)
  const cipher = createCipheriv(CIPHER, key, iv)
  const sealed = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url')
}

const decrypt = (key: Buffer, sealed: string) => {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV + TAG) return undefined
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV))
  decipher.setAuthTag(bytes.subarray(IV, IV + TAG))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')

/** Encrypts data that only this server may read, with keys derived from its secret keys. */
export const createEncryption = (keys: Keys) => {
  const [current] = keys
  const keyOf = (sealed: string) => {
    const mark = sealed.indexOf(MARK)
    return mark < 0 ? keys.at(-1) : keys.find(({ id }) => id === sealed.slice(0, mark))
  }
  return {
    seal: (purpose: string, text: string): string =>
      `${current.id}${MARK}${encrypt(derive(current, purpose), text)}`,
    /** Decrypts; undefined for text that this server did not encrypt for this purpose. */
    open: (purpose: string, sealed: string): string | undefined => {
      const key = keyOf(sealed)
      return key && decrypt(derive(key, purpose), sealed.slice(sealed.indexOf(MARK) + 1))
    },
    /** A keyed hash for short secrets: it cannot be brute-forced from the database alone. */
    hash: (purpose: string, text: string) => hmac(derive(current, purpose), text),
    /** The hashes with every key, one of which matches the stored hash. */
    hashes: (purpose: string, text: string) => keys.map(key => hmac(derive(key, purpose), text)),
  }
}

export type Encryption = ReturnType<typeof createEncryption>
