import { rmSync } from 'node:fs'
import { readConfig } from '~/server/platform/config/config'
import { connect } from '~/server/platform/database/connection'
import { migrate } from '~/server/platform/database/migrations'
import { newDataFolder } from '~/tests/support/server/data-folder'
import { testDatabase } from './database'

/** The server's own database code on an empty, migrated database of the kind that TEST_DB names. */
export const migratedDatabase = async () => {
  const folder = newDataFolder('database')
  const { env } = await testDatabase()
  const connection = await connect(readConfig({ DATA_DIR: folder, ...env }, 'test'))
  await migrate(connection)
  const close = async () => {
    await connection.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { database: connection.database, close }
}
