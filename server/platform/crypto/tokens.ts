import { createHash, randomBytes } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 20 url-safe characters (decisions §1): 119 bits. */
export const newUid = () => {
  let uid = ''
  while (uid.length < 20)
    // 248 = 4 × 62: bytes above it would favour the first letters.
    for (const byte of randomBytes(32)) if (byte < 248 && uid.length < 20) uid += LETTERS[byte % 62]
  return uid
}

/** A session token as Parse's clients know it. */
export const newSessionToken = () => `r:${randomBytes(32).toString('base64url')}`

/** What the database keeps of a token: reading the table gives nobody a session. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
