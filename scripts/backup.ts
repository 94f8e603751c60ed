import path from 'node:path'
import { parseArgs } from 'node:util'
import { makeBackup } from '~/server/platform/backup/backup'
import { askServer, type Outcome, outcomeOf } from '~/server/platform/backup/control'
import { prepareTarget } from '~/server/platform/backup/target'
import { sendBackup } from '~/server/platform/backup/vault/send-backup'
import { isBucket, openVault } from '~/server/platform/backup/vault/vault'
import { pruneVault } from '~/server/platform/backup/vault/vault-backups'
import { type Config, readConfig } from '~/server/platform/config/config'
import { snapshotFolder } from '~/server/platform/config/snapshot-settings'
import { connect } from '~/server/platform/database/connection'
import { readVersion } from '~/server/platform/process/run-until-signal'
import { rotate, snapshotName } from '~/server/platform/snapshots/snapshots'
import { endHolds } from '~/server/platform/storage/removal-hold'

const usage = `Usage: npm run backup -- <target> [--keep N]
  a folder            an empty or new folder becomes the backup
  s3://bucket/prefix  the bucket takes many backups, as does a folder where BACKUP_RECIPIENT encrypts them
  --keep N            keeps the newest N of those many`
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

const printOutcome = (target: string, { files, faulty, heldMs }: Outcome) => {
  const held = heldMs === undefined ? '' : ` The database was held for ${heldMs} ms.`
  console.log(`The backup in ${target} is complete: ${files} file(s).${held}`)
  if (faulty > 0)
    console.log(
      `${faulty} file(s) are missing or damaged in the store: see above, and "fault" in its list of files.`,
    )
}

/** By the running server, or by this process where none runs. */
const backUp = async (config: Config, target: string) =>
  printOutcome(target, (await askServer(config, target, report)) ?? (await backUpAlone(config, target)))

/** A snapshot is made on this machine, and then sent. */
const backUpInto = async (given: string, config: Config, keep: number | undefined) => {
  const vault = await openVault(given, config)
  const snapshots = snapshotFolder(config)
  const folder = path.join(snapshots, snapshotName(new Date()))
  await backUp(config, folder)
  const { signal } = new AbortController()
  await sendBackup(folder, vault, { recipient: config.BACKUP_RECIPIENT, signal, report })
  rotate(snapshots, config.SNAPSHOT_KEEP)
  console.log(`The backup ${path.basename(folder)} is in ${vault.place}.`)
  const removed = keep === undefined ? 0 : await pruneVault(vault, keep)
  if (removed > 0) console.log(`${removed} older backup(s) were removed.`)
}

const keepOf = (given: string | undefined) => {
  if (given !== undefined && !/^[1-9]\d{0,4}$/.test(given)) throw new Error(usage)
  return given === undefined ? undefined : Number(given)
}

/** `npm run backup` */
const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' } },
  })
  const [given] = positionals
  if (!given) throw new Error(usage)
  const keep = keepOf(values.keep)
  const config = readConfig(process.env, readVersion())
  if (isBucket(given) || config.BACKUP_RECIPIENT) await backUpInto(given, config, keep)
  else if (keep !== undefined) throw new Error(usage)
  else await backUp(config, path.resolve(given))
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
