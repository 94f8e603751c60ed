import { setFlagsFromString } from 'node:v8'
import { readConfig } from '~/server/platform/config/config'
import { withoutSlowWarnings } from '~/server/platform/database/database'
import { readVersion, runUntilSignal } from '~/server/platform/process/run-until-signal'
import type { Services } from '~/server/records/context'
import { openBaseServices } from './base-services'

const seed = async (services: Services) => {
  if (!services.config.DEMO) return
  const { seedDemo } = await import('~/server/demo/seed')
  // Nobody waits for these statements, and the password is printed among the lines of the log.
  const password = await withoutSlowWarnings(() => seedDemo(services))
  if (!password) return
  const [{ announceAccounts }, { accounts }] = await Promise.all([
    import('./announce'),
    import('~/server/demo/users'),
  ])
  announceAccounts(services.config, accounts, password)
}

/** The server program: reads the environment, starts the server and prints its address. */
const start = async () => {
  const config = readConfig(process.env, readVersion())
  // The database opens while the rest of the server loads.
  const ground = openBaseServices(config)
  // Not awaited yet: `startServer` awaits it and reports the error.
  ground.catch(() => undefined)
  const [{ startServer }, { announceAddress, announceSetup }] = await Promise.all([
    import('./start'),
    import('./announce'),
  ])
  const running = await startServer(config, { seed, ground })
  const address = running.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  announceAddress(config, port)
  await announceSetup(running.services, port)
  return running
}

// The heap may double before all of it is collected. V8's own limit can settle at 14 MB more than is in use, which an upload
// fills with buffers many times a second, and then collects ceaselessly, at twice the CPU time.
setFlagsFromString('--heap-growing-percent=100')

runUntilSignal('server', start)
