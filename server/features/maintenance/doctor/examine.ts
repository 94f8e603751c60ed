import { messageOf } from '~/model/errors'
import type { Config } from '~/server/platform/config/config'
import { type Connection, connect } from '~/server/platform/database/connection'
import { explainConnection } from '~/server/platform/database/errors'
import { openFileStore } from '~/server/platform/storage/drivers'
import { checkFolders, checkForeign, checkLibpq, checkRemovals, checkTransfers } from './backup-checks'
import {
  checkAccounts,
  checkClientProgram,
  checkClock,
  checkConnection,
  checkCounters,
  checkFitness,
  checkLists,
  checkMigrations,
  checkServerVersion,
  checkStandby,
} from './database-checks'
import { error, type Finding } from './findings'
import {
  checkDescriptors,
  checkDisk,
  checkFiles,
  checkMail,
  checkNode,
  checkSnapshots,
  checkStore,
  checkVideoTools,
} from './machine-checks'

/** Runs a check. A check that throws is reported as an error too. */
const attempt = async (check: () => Finding | Promise<Finding>): Promise<Finding> => {
  try {
    return await check()
  } catch (problem) {
    return error(messageOf(problem), 'See the message; run the check again once that is mended.')
  }
}

const onMachine = (config: Config) => [
  () => checkNode(),
  () => checkDescriptors(),
  () => checkDisk(config),
  () => checkSnapshots(config),
  () => checkFolders(config),
  () => checkVideoTools(config),
  () => checkMail(config),
]

const onPostgres = (config: Config, { database, direct }: Connection) => [
  () => checkFitness(database),
  () => checkServerVersion(database),
  () => checkClientProgram(database, 'pg_dump'),
  () => checkClientProgram(database, 'pg_restore'),
  () => checkLibpq(config),
  () => checkForeign(direct),
]

const onDatabase = (config: Config, connection: Connection) => {
  const { DATABASE_URL, DATABASE_READ_URL } = config
  const { database } = connection
  return [
    ...(DATABASE_URL ? onPostgres(config, connection) : []),
    () => checkMigrations(database),
    ...(DATABASE_READ_URL ? [() => checkStandby(database, DATABASE_READ_URL)] : []),
    () => checkClock(database),
    () => checkLists(database),
    () => checkCounters(database),
    ...(config.FIREBASE_ACCOUNTS ? [() => checkAccounts(database)] : []),
    () => checkRemovals(database),
  ]
}

type Examination = {
  /** Whether all stored files are read and compared with their checksums, not only a sample. */
  readonly read?: boolean
}

/** Checks an installation: its environment, and the consistency of its data. Changes nothing. */
export async function* examine(config: Config, { read = false }: Examination = {}): AsyncGenerator<Finding> {
  for (const check of onMachine(config)) yield attempt(check)
  const files = await openFileStore(config, { usableBytes: () => 0 })
  const store = await checkStore(files)
  yield store
  if (store.level === 'ok') yield attempt(() => checkTransfers(files))
  let connection: Connection
  try {
    connection = await connect(config)
  } catch (problem) {
    yield error(
      `The database: ${messageOf(explainConnection(problem))}`,
      'Compare DATABASE_URL; the embedded database is checked while no server runs.',
    )
    return
  }
  try {
    if (config.DATABASE_URL) {
      const reached = await checkConnection(connection.database)
      yield reached
      if (reached.level === 'error') return
    }
    for (const check of onDatabase(config, connection)) yield attempt(check)
    if (store.level === 'ok') yield attempt(() => checkFiles(connection.database, files, read))
  } finally {
    await connection.close()
  }
}
