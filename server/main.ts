import { readFileSync } from 'node:fs'
import { ConfigError, readConfig } from './config'
import { seedDemo } from './demo/seed'
import { accounts } from './demo/users'
import type { Services } from './services'
import { type Running, startServer } from './start'

const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

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

const stopOn = (running: Running) => {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    await running.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** The server as a program: reads the environment, starts, tells where, stops in order. */
const main = async () => {
  const config = readConfig(process.env, readVersion())
  const running = await startServer(config, seed)
  stopOn(running)
  const address = running.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  console.log(`\nVecto admin ${config.version} at ${config.PUBLIC_URL ?? `http://localhost:${port}`}\n`)
}

main().catch((error: Error) => {
  console.error(error instanceof ConfigError ? error.message : `The server did not start: ${error.message}`)
  if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') console.error(error.stack)
  process.exit(1)
})
