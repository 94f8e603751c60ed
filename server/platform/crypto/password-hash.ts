import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { longestPassword } from '~/model/onboarding'

/** scrypt uses 128·N·r bytes, here 34 MB, per password. */
const cost: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const KEY_BYTES = 64
const SALT_BYTES = 16

/**
 * Normalises Unicode (NFKC), so that a password does not depend on the keyboard. The time that this takes grows with the
 * square of the combining marks: no password is longer than `longestPassword`.
 */
const keyOf = (password: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

/** @returns `<salt>:<key>`, both in hexadecimal */
export const hashText = async (password: string) => {
  const salt = randomBytes(SALT_BYTES).toString('hex')
  return `${salt}:${(await keyOf(password, salt)).toString('hex')}`
}

/** Whether the password matches a hash created by `hashText`. Compares in constant time. */
export const matchesHash = async (password: string, hash: string) => {
  const [salt = '', hex = ''] = hash.split(':')
  const expected = Buffer.from(hex, 'hex')
  const isPossible = password.length <= longestPassword
  const key = await keyOf(isPossible ? password : '', salt)
  return isPossible && expected.length === key.length && timingSafeEqual(key, expected)
}
