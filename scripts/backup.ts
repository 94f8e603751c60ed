import path from 'node:path'
import { makeBackup } from '~/server/platform/backup/backup'
import { askServer, type Outcome, outcomeOf } from '~/server/platform/backup/control'
import { prepareTarget } from '~/server/platform/backup/target'
import { type Config, readConfig } from '~/server/platform/config/config'
import { connect } from '~/server/platform/database/connection'
import { readVersion } from '~/server/platform/process/run-until-signal'
import { endHolds } from '~/server/platform/storage/removal-hold'

const usage = 'Usage: npm run backup -- <target folder>'
const report = (step: string) => console.log(step)

/** Without a server nobody else has the embedded database; PostgreSQL and its holds are for all. */
const backUpAlone = async (config: Config, target: string) => {
  prepareTarget(target, config)
  const connection = await connect(config, { onWait: report })
  try {
    if (connection.folder) await endHolds(connection.database)
    const { signal } = new AbortController()
    return outcomeOf(await makeBackup({ config, connection }, target, { signal, report }))
  } finally {
    await connection.close()
  }
}

const tell = (target: string, { files, faulty, heldMs }: Outcome) => {
  const held = heldMs === undefined ? '' : ` The database was held for ${heldMs} ms.`
  console.log(`The backup in ${target} is complete: ${files} file(s).${held}`)
  if (faulty > 0)
    console.log(
      `${faulty} file(s) are missing or damaged in the store: see above, and "faulty" in its manifest.`,
    )
}

/** `npm run backup`: by the running server, or by itself. */
const main = async () => {
  const [given] = process.argv.slice(2)
  if (!given) throw new Error(usage)
  const target = path.resolve(given)
  const config = readConfig(process.env, readVersion())
  tell(target, (await askServer(config, target, report)) ?? (await backUpAlone(config, target)))
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
