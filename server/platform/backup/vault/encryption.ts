import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'

/** Ends the name of an encrypted object, as the `age` program does. */
export const ENCRYPTED = '.age'

/** The types of the DOM and of Node for one and the same stream. */
const toWeb = (content: Readable) => Readable.toWeb(content) as globalThis.ReadableStream<Uint8Array>
const fromWeb = (content: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(content as ReadableStream<Uint8Array>)

/** Encrypts for the holder of the private key. */
export const encrypt = async (content: Readable, recipient: string): Promise<Readable> => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return fromWeb(await encrypter.encrypt(toWeb(content)))
}

/** The stream fails at the first byte that was changed. @throws Error if it is none of these keys */
export const decrypt = async (content: Readable, identities: readonly string[]): Promise<Readable> => {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return fromWeb(await decrypter.decrypt(toWeb(content)))
}

/** A new pair of keys: the recipient encrypts, the identity decrypts. */
export const newKeys = async () => {
  const identity = await generateIdentity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** The private keys in a file, one a line. @throws Error if it has none */
export const readIdentities = async (file: string | undefined) => {
  if (!file) return []
  const lines = (await readFile(file, 'utf8')).split('\n')
  const keys = lines.filter(line => line.startsWith('AGE-SECRET-KEY-')).map(line => line.trim())
  if (keys.length > 0) return keys
  throw new Error(`${file} has no line AGE-SECRET-KEY-…: it takes what npm run backup-key prints.`)
}
