import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { makeBackup } from '~/server/platform/backup/backup'
import { askServer, type Outcome, outcomeOf } from '~/server/platform/backup/control'
import type { Reading } from '~/server/platform/backup/file-copy'
import { prepareTarget, refuseInsideData } from '~/server/platform/backup/target'
import { readIdentities } from '~/server/platform/backup/vault/encryption'
import { verifyVault } from '~/server/platform/backup/vault/fetch-backup'
import { sendBackup } from '~/server/platform/backup/vault/send-backup'
import { isBucket, openVault } from '~/server/platform/backup/vault/vault'
import { pruneVault } from '~/server/platform/backup/vault/vault-backups'
import { findDamage } from '~/server/platform/backup/verify'
import { type Config, readConfig } from '~/server/platform/config/config'
import { snapshotFolder } from '~/server/platform/config/storage-settings'
import { connect } from '~/server/platform/database/connection'
import { readVersion } from '~/server/platform/process/run-until-signal'
import { damagedOf, readManifest } from '~/server/platform/snapshots/manifest'
import { rotate, snapshotName } from '~/server/platform/snapshots/snapshots'
import { endHolds } from '~/server/platform/storage/removal'

const usage = `Usage: npm run backup -- <target> [--keep N] [--quick]
       npm run backup -- <target> --verify [--backup <name>]
  a folder            an empty or new folder becomes the backup
  s3://bucket/prefix  the bucket takes many backups, as does a folder where BACKUP_RECIPIENT encrypts them
  --keep N            keeps the newest N of those many
  --quick             reads a file that an earlier backup has once a week, not each time; a bucket's are never read more often
  --verify            makes no backup: reads the one in the target and compares it with its checksums
  --backup            which of many is verified; without it, the newest`
const report = (step: string) => console.log(step)

/** Backs up without a server: no other process has the embedded database; PostgreSQL and its holds are shared. */
const backUpAlone = async (config: Config, target: string, reading: Reading) => {
  prepareTarget(target, config)
  const connection = await connect(config, { onWait: report })
  try {
    if (connection.folder) await endHolds(connection.database)
    const { signal } = new AbortController()
    return outcomeOf(await makeBackup({ config, connection }, target, { signal, reading, report }))
  } finally {
    await connection.close()
  }
}

/** A backup with damaged files is kept, since it has the others; it is not called complete, and the command fails. */
const printOutcome = (target: string, { files, faulty, damaged = 0, heldMs }: Outcome) => {
  const held = heldMs === undefined ? '' : ` The database was held for ${heldMs} ms.`
  if (damaged > 0) {
    console.log(`The backup in ${target} has damaged files: ${damaged} of ${files}.${held}`)
    process.exitCode = 1
  } else console.log(`The backup in ${target} is complete: ${files} file(s).${held}`)
  if (faulty > 0)
    console.log(
      `${faulty} file(s) are missing or damaged in the store: see above, and "fault" in its list of files.`,
    )
}

/** Makes the backup through the running server, or in this process if none runs. */
const backUp = async (config: Config, target: string, reading: Reading) =>
  printOutcome(
    target,
    (await askServer(config, target, report, reading)) ?? (await backUpAlone(config, target, reading)),
  )

type Keeping = { readonly keep: number | undefined; readonly reading: Reading }

/** A snapshot is made on this machine, and then sent. */
const backUpInto = async (given: string, config: Config, { keep, reading }: Keeping) => {
  if (!isBucket(given)) refuseInsideData(path.resolve(given), config)
  const vault = await openVault(given, config)
  const snapshots = snapshotFolder(config)
  const folder = path.join(snapshots, snapshotName(new Date()))
  await backUp(config, folder, reading)
  await sendBackup(folder, vault, {
    recipient: config.BACKUP_RECIPIENT,
    // Reading the objects of a bucket costs as much as fetching them.
    reading: isBucket(given) ? 'turns' : reading,
    signal: new AbortController().signal,
    report,
  })
  rotate(snapshots, config.SNAPSHOT_KEEP)
  console.log(`The backup ${path.basename(folder)} is in ${vault.place}.`)
  const removed = keep === undefined ? 0 : await pruneVault(vault, keep)
  if (removed > 0) console.log(`${removed} older backup(s) were removed.`)
}

const damageIn = async (folder: string) => {
  const manifest = readManifest(folder)
  const { count, parts, files } = await findDamage(folder, manifest, new AbortController().signal)
  const lost = manifest.files.faults.missing + damagedOf(manifest.files)
  if (lost > 0) report(`${lost} file(s) were missing or damaged when it was made: see its list of files.`)
  return { count, damaged: [...parts, ...[...files.keys()].map(id => `files/${id}`)] }
}

const damageInVault = async (given: string, name: string | undefined, config: Config) => {
  const identities = await readIdentities(config.BACKUP_IDENTITY_FILE)
  const { signal } = new AbortController()
  return verifyVault(await openVault(given, config), { name, identities, signal, report })
}

/** A folder is one backup, or holds many in `backups`. */
const verify = async (given: string, name: string | undefined, config: Config) => {
  const isVault = isBucket(given) || existsSync(path.join(given, 'backups'))
  const { count, damaged } = isVault
    ? await damageInVault(given, name, config)
    : await damageIn(path.resolve(given))
  for (const one of damaged) console.log(`${one} is damaged or missing`)
  if (damaged.length > 0) throw new Error(`The backup in ${given} is damaged: ${damaged.length} of ${count}.`)
  console.log(`The backup in ${given} is intact: all ${count} parts have their checksums.`)
}

const keepOf = (given: string | undefined) => {
  if (given !== undefined && !/^[1-9]\d{0,4}$/.test(given)) throw new Error(usage)
  return given === undefined ? undefined : Number(given)
}

const parsed = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        keep: { type: 'string' },
        quick: { type: 'boolean' },
        verify: { type: 'boolean' },
        backup: { type: 'string' },
      },
    })
  } catch {
    throw new Error(usage)
  }
}

/** `npm run backup` */
const main = async () => {
  const { values, positionals } = parsed()
  const [given, ...more] = positionals
  if (!given || more.length > 0) throw new Error(usage)
  const keep = keepOf(values.keep)
  const config = readConfig(process.env, readVersion())
  const reading = values.quick ? 'turns' : 'all'
  if (values.verify) await verify(given, values.backup, config)
  else if (isBucket(given) || config.BACKUP_RECIPIENT) await backUpInto(given, config, { keep, reading })
  else if (keep !== undefined) throw new Error(usage)
  else await backUp(config, path.resolve(given), reading)
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
