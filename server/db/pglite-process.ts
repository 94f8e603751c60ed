import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { lockFolder } from './folder-lock'

/**
 * The embedded database, in a process of its own because it blocks its thread. It listens on a Unix socket inside
 * the data folder, tells its parent when it is ready, and ends when the parent does, however that ends.
 */
const folder = path.resolve(process.argv[2] ?? 'data')
mkdirSync(folder, { recursive: true, mode: 0o700 })

const open = async () => {
  const unlock = await lockFolder(folder)
  const db = await PGlite.create(path.join(folder, 'pglite'))
  const socket = path.join(folder, '.s.PGSQL.5432')
  rmSync(socket, { force: true })
  const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 40 })
  await server.start()
  return async () => {
    await server.stop()
    await db.close()
    rmSync(socket, { force: true })
    unlock()
    process.exit(0)
  }
}

// The parent decides when to end: a Ctrl+C in the terminal reaches both, and the parent still has rows to write.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

open().then(
  close => {
    process.once('disconnect', () => void close())
    process.send?.({ ready: true })
  },
  (error: Error) => {
    process.send?.({ error: error.message }, () => process.exit(1))
  },
)
