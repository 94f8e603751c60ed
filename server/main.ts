import { readConfig } from './config'
import { seedDemo } from './demo/seed'
import { accounts } from './demo/users'
import { readVersion, runUntilTold } from './run-until-told'
import type { Services } from './services'
import { startServer } from './start'

const tellAccounts = (password: string) => {
  console.log(`\nDemo accounts, all with the password ${password}`)
  for (const { name, role, company, lang } of accounts)
    console.log(`  ${`${name}@demo.example`.padEnd(22)} ${role.padEnd(8)} ${lang}  ${company}`)
  console.log('The password is not shown again.')
}

const seed = async (services: Services) => {
  if (!services.config.DEMO) return
  const password = await seedDemo(services)
  if (password) tellAccounts(password)
}

/** The server as a program: reads the environment, starts, tells where, stops in order. */
const start = async () => {
  const config = readConfig(process.env, readVersion())
  const running = await startServer(config, seed)
  const address = running.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  console.log(`\nVecto admin ${config.version} at ${config.PUBLIC_URL ?? `http://localhost:${port}`}\n`)
  return running
}

runUntilTold('server', start)
