import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { examine } from '~/server/features/maintenance/doctor/examine'
import { readConfig } from '~/server/platform/config/config'
import { readVersion } from '~/server/platform/process/run-until-signal'

const signs = { ok: '✓', warning: '!', error: '✗' } as const

const usage = `Usage: npm run doctor [-- --read]
  --read  reads every stored file, not only a sample, and compares it with its checksum`

const parsed = () => {
  try {
    return parseArgs({ options: { read: { type: 'boolean' } } })
  } catch {
    throw new Error(usage)
  }
}

/** `npm run doctor`: checks an installation and recommends remedies. Exits with 1 if something is wrong. */
const main = async () => {
  const { values } = parsed()
  const config = readConfig(process.env, readVersion())
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 })
  for await (const { level, message, remedy } of examine(config, values)) {
    console.log(`${signs[level]} ${message}`)
    if (remedy) console.log(`  → ${remedy}`)
    if (level === 'error') process.exitCode = 1
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
