import { rmSync } from 'node:fs'
import { newDataFolder } from './data-folder'
import { startServer } from './test-server'

/** Vitest's global set-up: demo data made once, of which every server with demo data gets a copy. */
export const setup = async () => {
  const folder = newDataFolder('seeded')
  const server = await startServer({ demo: true, dataDir: folder })
  await server.stop()
  process.env.TEST_SEEDED_DATA = folder
  const env: Readonly<Record<string, string | undefined>> = server.env
  if (env.S3_PREFIX) process.env.TEST_SEEDED_PREFIX = env.S3_PREFIX
  if (env.DATABASE_URL) process.env.TEST_SEEDED_DATABASE = new URL(env.DATABASE_URL).pathname.slice(1)
  return () => rmSync(folder, { recursive: true, force: true })
}
