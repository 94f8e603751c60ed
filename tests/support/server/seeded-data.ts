import { rmSync } from 'node:fs'
import { roles } from '~/model/grants'
import { login } from './api'
import { newDataFolder } from './data-folder'
import { keepSessions } from './seeded-sessions'
import { demoPassword, startServer, type TestServer } from './test-server'

/** Sessions of one account per role. */
const signIn = async ({ url }: TestServer) => {
  const emails = roles.map(role => `${role}@demo.example`)
  const tokens = await Promise.all(
    emails.map(async email => [email, (await login(url, email, demoPassword)).token ?? '']),
  )
  return { password: demoPassword, tokens: Object.fromEntries(tokens) }
}

/** Vitest global set-up: creates demo data with sessions once; every server with demo data gets a copy. */
export const setup = async () => {
  const folder = newDataFolder('seeded')
  const server = await startServer({ demo: true, dataDir: folder })
  keepSessions(await signIn(server))
  await server.stop()
  process.env.TEST_SEEDED_DATA = folder
  const env: Readonly<Record<string, string | undefined>> = server.env
  if (env.S3_PREFIX) process.env.TEST_SEEDED_PREFIX = env.S3_PREFIX
  if (env.DATABASE_URL) process.env.TEST_SEEDED_DATABASE = new URL(env.DATABASE_URL).pathname.slice(1)
  return () => rmSync(folder, { recursive: true, force: true })
}
