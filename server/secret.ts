import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The key that signs links and seals second factors: made at first start, kept in the data folder, never in the database. */
export const readSecret = (folder: string): string => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'secret')
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch {
    // It is there already.
  }
  return readFileSync(file, 'utf8').trim()
}
