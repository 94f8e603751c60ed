import { createHash, randomBytes } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 20 url-safe characters (decisions §1): 119 bits. */
export const newUid = () => {
  let uid = ''
  while (uid.length < 20)
    // 248 = 4 × 62: larger bytes would bias the result towards the first letters.
    for (const byte of randomBytes(32)) if (byte < 248 && uid.length < 20) uid += LETTERS[byte % 62]
  return uid
}

/** A session token in the format of Parse clients. */
export const newSessionToken = () => `r:${randomBytes(32).toString('base64url')}`

/** Tokens that hold the uid by which their record is found, and a secret: `<prefix><uid>_<secret>`. */
export const recordTokens = (prefix: string) => {
  const form = new RegExp(`^${prefix}([A-Za-z0-9]{20})_([\\w-]{43})$`)
  return {
    write: (uid: string, secret: string) => `${prefix}${uid}_${secret}`,
    /** Undefined for a token of another kind. */
    read: (token: string) => {
      const [, uid, secret] = form.exec(token) ?? []
      return uid && secret ? { uid, secret } : undefined
    },
  }
}

/** The hash of a token that the database stores: reading the table grants no session. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
