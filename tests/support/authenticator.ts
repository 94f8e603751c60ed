import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'

const PERIOD = 30_000
/** Milliseconds that a busy machine may take from a code's making to its check. */
const ROOM = 5_000

/** What the app of this secret shows now, or `later` periods on: a server takes the next one's too, and each once. */
export const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * PERIOD })

/** The code of the period before, which serves as long as this one lasts: there is time enough to use it. */
export const codeBefore = async (secret: string) => {
  const left = PERIOD - (Date.now() % PERIOD)
  if (left < ROOM) await sleep(left)
  return codeOf(secret, -1)
}
