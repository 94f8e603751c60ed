import { queueAllAccounts } from '~/server/features/firebase/account-outbox'
import { readConfig } from '~/server/platform/config/config'
import { migrate } from '~/server/platform/database/migrations'
import { connectToFit } from '~/server/platform/database/wait-for-database'

/**
 * `npm run firebase-accounts`: queues the synchronisation of all accounts, claims and profiles of the Firebase project,
 * after changes in its console, or for another project. The server or the worker carries it out.
 */
const main = async () => {
  const config = readConfig(process.env, '')
  if (!config.FIREBASE_ACCOUNTS)
    throw new Error('This takes FIREBASE_ACCOUNTS=1 and the settings of the project.')
  const connection = await connectToFit(config)
  try {
    await migrate(connection)
    console.log(
      `The server or the worker synchronises ${await queueAllAccounts(connection.database)} users with Firebase.`,
    )
  } finally {
    await connection.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
