import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'

const PERIOD = 30_000
/** Milliseconds between the creation of a code and its check on a busy machine. */
const ROOM = 5_000

/** The TOTP code of the secret, now or `later` periods ahead. The server also accepts the next code, each code once. */
export const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * PERIOD })

/** The code of the previous period, which is valid until the current period ends; waits if that is too soon. */
export const codeBefore = async (secret: string) => {
  const left = PERIOD - (Date.now() % PERIOD)
  if (left < ROOM) await sleep(left)
  return codeOf(secret, -1)
}
