import { Secret, TOTP } from 'otpauth'

const PERIOD = 30_000

/** What the app of this secret shows now, or `later` periods on: a server takes the next one's too, and each once. */
export const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * PERIOD })
