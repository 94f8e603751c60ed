import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Key, Keys } from './secret-keys'

const CIPHER = 'aes-256-gcm'
const IV = 12
const TAG = 16
/** Stands between the key's id and what it encrypts; what names no key was encrypted with the oldest. */
const MARK = '.'

/** One key a purpose, so that nothing encrypted for one opens for another. */
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

/** Keeps what only this server may read, with keys made of its own. */
export const createEncryption = (keys: Keys) => {
  const [current] = keys
  const keyOf = (sealed: string) => {
    const mark = sealed.indexOf(MARK)
    return mark < 0 ? keys.at(-1) : keys.find(({ id }) => id === sealed.slice(0, mark))
  }
  return {
    seal: (purpose: string, text: string): string =>
      `${current.id}${MARK}${encrypt(derive(current, purpose), text)}`,
    /** Undefined for what was not sealed here for this purpose. */
    open: (purpose: string, sealed: string): string | undefined => {
      const key = keyOf(sealed)
      return key && decrypt(derive(key, purpose), sealed.slice(sealed.indexOf(MARK) + 1))
    },
    /** A hash that cannot be guessed from the database alone, for short secrets. */
    hash: (purpose: string, text: string) => hmac(derive(current, purpose), text),
    /** The same by every key: one of them is what was kept. */
    hashes: (purpose: string, text: string) => keys.map(key => hmac(derive(key, purpose), text)),
  }
}

export type Encryption = ReturnType<typeof createEncryption>
