import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fsyncPath } from '~/server/platform/disk/durable'

/** A key with its id, which signatures and ciphertexts refer to. */
export type Key = { readonly id: string; readonly secret: string }

/** All keys; the first one signs, all of them verify. */
export type Keys = readonly [Key, ...Key[]]

const BYTES = 32
/** Id of the only key in files without key ids. */
const FIRST = '0'

export class SecretError extends Error {}

const newKey = (id: string) => `${id}:${randomBytes(BYTES).toString('base64url')}\n`

/** Writes a temporary file first, so that no reader sees a partial key. */
const writeWhole = (file: string, text: string) => {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = openSync(draft, 'wx', 0o600)
  writeFileSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  return draft
}

const create = (file: string) => {
  const draft = writeWhole(file, newKey('1'))
  try {
    // Fails if the file exists, unlike a rename: if two servers start at the same time, only one creates the key.
    linkSync(draft, file)
    fsyncPath(path.dirname(file))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}

const readKey = (line: string): Key => {
  const colon = line.indexOf(':')
  return colon < 0 ? { id: FIRST, secret: line } : { id: line.slice(0, colon), secret: line.slice(colon + 1) }
}

const isGood = ({ id, secret }: Key) =>
  /^\w+$/.test(id) && /^[\w-]+$/.test(secret) && Buffer.from(secret, 'base64url').length >= BYTES

/** @throws SecretError with this message for a text without keys, or with a key that is too short */
const parse = (text: string, message: string): Keys => {
  const [first, ...more] = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(readKey)
  if (!first || ![first, ...more].every(isGood)) throw new SecretError(message)
  return [first, ...more]
}

const parseFile = (file: string) =>
  parse(
    readFileSync(file, 'utf8'),
    `${file} is empty or damaged. Put it back from a backup. Without it, delete it and start again: links of files end, and second factors must be set up anew.`,
  )

/**
 * Reads the keys that sign links and encrypt second factors. They are created at the first start and stored
 * in the data folder, never in the database. One key per line, `<id>:<32 bytes in base64url>`, newest first.
 * @throws SecretError for a file that is empty, or holds a key that is too short
 */
export const readKeys = (folder: string): Keys => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'secret')
  try {
    return parseFile(file)
  } catch (error) {
    if (error instanceof SecretError) throw error
  }
  create(file)
  return parseFile(file)
}

/**
 * The keys of SECRET_KEYS, which servers on several machines share, or else those of the data folder.
 * @throws SecretError
 */
export const keysOf = ({ SECRET_KEYS, DATA_DIR }: { SECRET_KEYS?: string | undefined; DATA_DIR: string }) =>
  SECRET_KEYS
    ? parse(
        SECRET_KEYS,
        'SECRET_KEYS is refused: it takes keys as in DATA_DIR/secret, separated by commas: <id>:<32 bytes in base64url>. Such a file is made by a first start without SECRET_KEYS.',
      )
    : readKeys(DATA_DIR)

const lineOf = ({ id, secret }: Key) => `${id}:${secret}\n`

/** The lines of these keys with a new one before them. */
const rotated = (keys: Keys) => {
  const id = String(1 + Math.max(...keys.map(key => Number(key.id) || 0)))
  return { id, lines: [newKey(id), ...keys.map(lineOf)] }
}

/** The value of SECRET_KEYS with a new key before the others. */
export const rotatedSetting = (keys: Keys) =>
  rotated(keys)
    .lines.map(line => line.trim())
    .join(',')

/** Adds a new key before the others. @returns its id */
export const addKey = (folder: string): string => {
  const file = path.join(folder, 'secret')
  const { id, lines } = rotated(readKeys(folder))
  renameSync(writeWhole(file, lines.join('')), file)
  fsyncPath(folder)
  return id
}

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
