import type { accounts as Accounts } from '~/server/demo/users'
import { readConfig } from '~/server/platform/config/config'
import { print } from '~/server/platform/process/output'
import { readVersion, runUntilSignal } from '~/server/platform/process/run-until-signal'
import type { Services } from '~/server/records/context'
import { openBaseServices } from './base-services'

const tellAccounts = (accounts: typeof Accounts, password: string) => {
  print(`\nDemo accounts, all with the password ${password}`)
  for (const { name, role, company, lang } of accounts)
    print(`  ${`${name}@demo.example`.padEnd(22)} ${role.padEnd(8)} ${lang}  ${company}`)
  print('The password is not shown again.')
}

const seed = async (services: Services) => {
  if (!services.config.DEMO) return
  const { seedDemo } = await import('~/server/demo/seed')
  const password = await seedDemo(services)
  if (password) tellAccounts((await import('~/server/demo/users')).accounts, password)
}

/** The server program: reads the environment, starts the server and prints its address. */
const start = async () => {
  const config = readConfig(process.env, readVersion())
  // The database opens while the rest of the server loads.
  const ground = openBaseServices(config)
  // Not awaited yet: `startServer` awaits it and reports the error.
  ground.catch(() => undefined)
  const { startServer } = await import('./start')
  const running = await startServer(config, { seed, ground })
  const address = running.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  print(
    `\nVecto admin ${config.version} at ${config.FIREBASE_PANEL_ORIGIN?.[0] ?? config.PUBLIC_URL ?? `http://localhost:${port}`}\n`,
  )
  return running
}

runUntilSignal('server', start)
