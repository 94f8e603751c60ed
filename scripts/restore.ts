import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Restored, restore } from '~/server/platform/backup/restore'
import { readConfig } from '~/server/platform/config/config'
import { inMegabytes } from '~/server/platform/disk/durable'
import { readVersion } from '~/server/platform/process/run-until-signal'

const usage = `Usage: npm run restore -- <backup folder> [--replace] [--without-damaged]
  --replace          moves data that is in DATA_DIR aside first
  --without-damaged  restores the rest where stored files in the backup are damaged`

const tell = ({ manifest, files, aside }: Restored, folder: string) => {
  const size = inMegabytes(files.reduce((sum, file) => sum + file.size, 0))
  console.log(
    `Restored into ${folder}: the state of ${manifest.createdAt}, made by version ${manifest.version}.`,
  )
  console.log(`The database, ${files.length} file(s) of ${size}${manifest.secret ? ', the secret' : ''}.`)
  const faulty = manifest.faulty.filter(({ reason }) => reason !== 'rescued')
  const lost = manifest.files.length - files.length + faulty.length
  if (lost > 0) console.log(`${lost} file(s) were damaged or missing: their records have no bytes.`)
  if (aside) console.log(`What was there before is in ${aside}; remove it when you no longer want it.`)
  console.log('Start the server: npm start')
}

/** `npm run restore`: while no server runs. */
const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, 'without-damaged': { type: 'boolean' } },
  })
  const [given] = positionals
  if (!given) throw new Error(usage)
  const config = readConfig(process.env, readVersion())
  const options = {
    replace: values.replace ?? false,
    withoutDamaged: values['without-damaged'] ?? false,
    signal: new AbortController().signal,
    report: (step: string) => console.log(step),
  }
  tell(await restore(path.resolve(given), config, options), path.resolve(config.DATA_DIR))
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
