import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type EndedAccess, endRestoredAccess } from '~/server/features/sessions/end-restored-access'
import { type Restored, type RestoreOptions, restore } from '~/server/platform/backup/restore'
import { readIdentities } from '~/server/platform/backup/vault/encryption'
import { fetchBackup } from '~/server/platform/backup/vault/fetch-backup'
import { isBucket, openVault } from '~/server/platform/backup/vault/vault'
import { type Config, readConfig } from '~/server/platform/config/config'
import { inMegabytes } from '~/server/platform/disk/durable'
import { readVersion } from '~/server/platform/process/run-until-signal'
import { damagedOf, LIST } from '~/server/platform/snapshots/manifest'

const usage = `Usage: npm run restore -- <backup> [--backup <name>] [--replace] [--without-damaged] [--keep-sessions]
  <backup>           a folder, or where many are kept: a folder or s3://bucket/prefix
  --backup           which of many; without it, the newest
  --replace          moves data that is in DATA_DIR aside first
  --without-damaged  restores the rest where stored files in the backup are damaged
  --keep-sessions    keeps the sessions, API tokens, unused links and public links of the backup; without it they end`

type Options = RestoreOptions<EndedAccess>

/** Reports whether the restore has ended sessions, tokens and links, which may have been revoked after the backup. */
const printAccess = (ended: EndedAccess | undefined) => {
  console.log(
    ended
      ? `Ended: ${ended.sessions} session(s), ${ended.tokens} API token(s), ${ended.links} unused link(s) or codes and ${ended.publicLinks} public link(s) of the backup. Everyone signs in again; programs need new tokens; invitations that wait are sent again; public links to 3D videos are made again.`
      : 'The sessions, API tokens, unused links and public links of the backup are valid, also those that were ended since it was made.',
  )
  console.log(
    'Passwords, second factors and passkeys are those of the backup: a password that was changed since is the old one again, and is to be changed again.',
  )
}

const printOutcome = ({ manifest, files, aside, ended }: Restored<EndedAccess>, folder: string) => {
  console.log(
    `Restored into ${folder}: the state of ${manifest.createdAt}, made by version ${manifest.version}.`,
  )
  console.log(
    `The database, ${files.count} file(s) of ${inMegabytes(files.bytes)}${manifest.secret ? ', the secret' : ''}.`,
  )
  const lost = manifest.files.count - files.count + manifest.files.faults.missing
  if (lost > 0) console.log(`${lost} file(s) were damaged or missing: their records have no bytes.`)
  const damaged = damagedOf(manifest.files)
  if (damaged > 0)
    console.log(
      `${damaged} file(s) were damaged when the backup was made, and are restored as they were: see "fault" in its ${LIST}.`,
    )
  if (aside.length > 0)
    console.log(`What was there before is in ${aside.join(', ')}; remove it when you no longer want it.`)
  printAccess(ended)
  console.log('Start the server: npm start')
}

const report = (step: string) => console.log(step)

const isVault = (given: string) => isBucket(given) || existsSync(path.join(given, 'backups'))

/** Keeps the fetched files after a failure, so that the next attempt resumes. */
const restoreFromVault = async (
  given: string,
  name: string | undefined,
  config: Config,
  options: Options,
) => {
  const vault = await openVault(given, config)
  const identities = await readIdentities(config.BACKUP_IDENTITY_FILE)
  const into = path.join(path.resolve(config.DATA_DIR), 'fetched')
  const folder = await fetchBackup(vault, into, { ...options, name, identities })
  const restored = await restore(folder, config, options)
  await rm(into, { recursive: true, force: true })
  return restored
}

/** `npm run restore`: while no server runs. */
const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      backup: { type: 'string' },
      replace: { type: 'boolean' },
      'without-damaged': { type: 'boolean' },
      'keep-sessions': { type: 'boolean' },
    },
  })
  const [given] = positionals
  if (!given) throw new Error(usage)
  const config = readConfig(process.env, readVersion())
  const options: Options = {
    replace: values.replace ?? false,
    withoutDamaged: values['without-damaged'] ?? false,
    ...(!values['keep-sessions'] && { endAccess: endRestoredAccess }),
    signal: new AbortController().signal,
    report,
  }
  const restored = isVault(given)
    ? await restoreFromVault(given, values.backup, config, options)
    : await restore(path.resolve(given), config, options)
  printOutcome(restored, path.resolve(config.DATA_DIR))
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
