import { wantAllAccounts } from '~/server/features/firebase/wanted-accounts'
import { readConfig } from '~/server/platform/config/config'
import { migrate } from '~/server/platform/database/migrations'
import { connectToFit } from '~/server/platform/database/wait-for-database'

/**
 * `npm run firebase-accounts`: has all accounts, claims and profiles of the Firebase project made what the database says,
 * after somebody has changed them there, or for another project. The server or the worker does it.
 */
const main = async () => {
  const config = readConfig(process.env, '')
  if (!config.FIREBASE_ACCOUNTS)
    throw new Error('This takes FIREBASE_ACCOUNTS=1 and the settings of the project.')
  const connection = await connectToFit(config)
  try {
    await migrate(connection)
    console.log(
      `Firebase is told of ${await wantAllAccounts(connection.database)} users by the server or the worker.`,
    )
  } finally {
    await connection.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
