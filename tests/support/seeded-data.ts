import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './test-server'

/** Vitest's global set-up: demo data made once, of which every server with demo data gets a copy. */
export const setup = async () => {
  if (process.env.TEST_DB === 'postgres') return undefined
  const folder = mkdtempSync(join(tmpdir(), 'vecto-seeded-'))
  const server = await startServer({ demo: true, dataDir: folder })
  await server.stop()
  process.env.TEST_SEEDED_DATA = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
