import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { descriptorLimit } from '~/server/platform/process/machine'

/**
 * The embedded database, in its own process because it blocks its thread. It listens on a Unix socket in the
 * data folder, notifies its parent when it is ready, and exits when the parent exits, for whatever reason.
 * The parent has locked the folder and passes the lock as an open file descriptor.
 */
const folder = path.resolve(process.argv[2] ?? 'data')
const entry = path.join(folder, 'pglite')
// PGlite opens no cluster through a symbolic link, such as one to another disk.
const cluster = existsSync(entry) ? realpathSync(entry) : entry
const unfinished = path.join(folder, 'pglite.creating')

/** Descriptors for Node, the socket's connections and directories that are read. */
const OTHERS = 128
/** PostgreSQL's own default, and the least that it starts with. */
const MOST_FILES = 1000
const FEWEST_FILES = 64

/** PostgreSQL closes files that it has not used lately beyond this number. It does not see the limit of the process itself. */
function fileLimit() {
  const limit = descriptorLimit() ?? MOST_FILES + OTHERS
  const files = Math.max(FEWEST_FILES, Math.min(MOST_FILES, limit - OTHERS))
  return ['-c', `max_files_per_process=${files}`]
}

/**
 * Shared buffers are zeroed at every start: the 128 MB of a new cluster take half a second of processor time and 110 MB
 * of memory more than these. Pages that do not fit come from the system's cache, at 10 µs each.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', ...fileLimit()]

const fsyncFolder = () => {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/**
 * A marker file exists until a new database is complete. A database left incomplete by a killed first start
 * is created again.
 */
const openCluster = async () => {
  if (existsSync(unfinished)) rmSync(cluster, { recursive: true, force: true })
  const isNew = !existsSync(path.join(cluster, 'PG_VERSION'))
  if (isNew) writeFileSync(unfinished, '', { mode: 0o600 })
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  const db = await PGlite.create(cluster, { startParams })
  if (isNew) {
    rmSync(unfinished, { force: true })
    fsyncFolder()
  }
  return db
}

const listen = async (db: PGlite) => {
  const socket = path.join(folder, '.s.PGSQL.5432')
  rmSync(socket, { force: true })
  const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 40 })
  await server.start()
  return async () => {
    await server.stop()
    await db.close()
    rmSync(socket, { force: true })
    process.exit(0)
  }
}

const refuse = (error: Error, isUnopened: boolean) =>
  void process.send?.({ error: error.message || String(error), isUnopened }, () => process.exit(1))

const serve = (db: PGlite) =>
  listen(db).then(
    close => {
      process.once('disconnect', () => void close())
      process.send?.({ ready: true })
    },
    (error: Error) => refuse(error, false),
  )

// The parent decides when to exit: Ctrl+C in a terminal reaches both, and the parent still has rows to write.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('SIGHUP', () => undefined)

openCluster().then(serve, (error: Error) => refuse(error, true))
