import { readConfig } from '~/server/platform/config/config'
import { migrate } from '~/server/platform/database/migrations'
import { connectToFit } from '~/server/platform/database/wait-for-database'
import { readVersion } from '~/server/platform/process/run-until-signal'

/** `npm run migrate`: what a first start of this version does to the database, beforehand. */
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
