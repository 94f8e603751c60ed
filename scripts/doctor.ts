import { mkdirSync } from 'node:fs'
import { examine } from '~/server/features/maintenance/doctor/examine'
import { readConfig } from '~/server/platform/config/config'
import { readVersion } from '~/server/platform/process/run-until-signal'

const signs = { ok: '✓', warning: '!', error: '✗' } as const

/** `npm run doctor`: checks an installation and says what to do. Ends with 1 if something is wrong. */
const main = async () => {
  const config = readConfig(process.env, readVersion())
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 })
  for await (const { level, message, remedy } of examine(config)) {
    console.log(`${signs[level]} ${message}`)
    if (remedy) console.log(`  → ${remedy}`)
    if (level === 'error') process.exitCode = 1
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
