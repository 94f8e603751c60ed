import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { longestPassword } from '~/model/onboarding'

type Cost = { readonly N: number; readonly r: number; readonly p: number }

/** OWASP's parameters for scrypt with the least memory: 128·N·r bytes, here 34 MB, per password. */
const current: Cost = { N: 2 ** 15, r: 8, p: 3 }
/** Parameters of hashes that name none, as versions before 0.2 made them. */
const former: Cost = { N: 16_384, r: 16, p: 1 }
const MAX_MEMORY = 64 * 1024 * 1024
const KEY_BYTES = 64
const SALT_BYTES = 16

/**
 * Normalises Unicode (NFKC), so that a password does not depend on the keyboard. The time that this takes grows with the
 * square of the combining marks: no password is longer than `longestPassword`.
 */
const keyOf = (password: string, salt: string, cost: Cost): Promise<Buffer> => {
  const options: ScryptOptions = { ...cost, maxmem: MAX_MEMORY }
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

const prefix = ({ N, r, p }: Cost) => `$scrypt$ln=${Math.log2(N)},r=${r},p=${p}$`

/** @returns `$scrypt$ln=15,r=8,p=3$<salt>$<key>`, salt and key in hexadecimal */
export const hashText = async (password: string) => {
  const salt = randomBytes(SALT_BYTES).toString('hex')
  return `${prefix(current)}${salt}$${(await keyOf(password, salt, current)).toString('hex')}`
}

type Parts = { readonly cost: Cost; readonly salt: string; readonly key: Buffer }

const named = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([0-9a-f]*)\$([0-9a-f]*)$/

/** The parts of a hash; one without parameters is `<salt>:<key>`. */
const partsOf = (hash: string): Parts => {
  const [, ln, r, p, salt = '', key = ''] = named.exec(hash) ?? []
  if (ln !== undefined)
    return { cost: { N: 2 ** Number(ln), r: Number(r), p: Number(p) }, salt, key: Buffer.from(key, 'hex') }
  const [formerSalt = '', formerKey = ''] = hash.split(':')
  return { cost: former, salt: formerSalt, key: Buffer.from(formerKey, 'hex') }
}

/** Whether the parameters of the hash differ from the current ones. */
export const isOutdatedHash = (hash: string) => !hash.startsWith(prefix(current))

/** Whether the password matches a hash created by `hashText`. Compares in constant time. */
export const matchesHash = async (password: string, hash: string) => {
  const { cost, salt, key: expected } = partsOf(hash)
  const isPossible = password.length <= longestPassword
  const key = await keyOf(isPossible ? password : '', salt, cost)
  return isPossible && expected.length === key.length && timingSafeEqual(key, expected)
}
