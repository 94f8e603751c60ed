import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** @param wanted 0: any */
const tryPort = async (wanted: number) => {
  const server = createServer().listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}

/** Below the ports that systems give to outgoing connections, which would take one before a slow program listens. */
const [FIRST, LAST] = [12_000, 32_000]
const ATTEMPTS = 20

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = await tryPort(randomInt(FIRST, LAST)).catch(() => undefined)
    if (port !== undefined) return port
  }
  return tryPort(0)
}

let known: number | undefined

/** The port that this worker used before, if it is free: caches of its browser are bound to that origin. */
export const workerPort = async () => {
  const found = await (known === undefined ? freePort() : tryPort(known).catch(freePort))
  known ??= found
  return found
}
