import { readConfig } from '~/server/platform/config/config'
import { migrate } from '~/server/platform/database/migrations'
import { connectToFit } from '~/server/platform/database/wait-for-database'
import { readVersion } from '~/server/platform/process/run-until-signal'

/** `npm run migrate`: runs the migrations of this version before its first start. */
const main = async () => {
  const connection = await connectToFit(readConfig(process.env, readVersion()))
  try {
    const done = await migrate(connection)
    console.log(done.length === 0 ? 'The database is up to date.' : `Migrated: ${done.join(', ')}.`)
  } finally {
    await connection.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
