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

/** A port that was free a moment ago. */
export const freePort = () => tryPort(0)

let known: number | undefined

/** The port that this worker used before, if it is free: caches of its browser are bound to that origin. */
export const workerPort = async () => {
  const found = await tryPort(known ?? 0).catch(freePort)
  known ??= found
  return found
}
