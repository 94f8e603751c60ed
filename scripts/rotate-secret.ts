import { ConfigError, readConfig } from '~/server/platform/config/config'
import { addKey } from '~/server/platform/crypto/secret-keys'
import { readVersion } from '~/server/platform/process/run-until-signal'

/** `npm run rotate-secret`: from the next start on, a new key signs links and encrypts second factors. */
try {
  const id = addKey(readConfig(process.env, readVersion()).DATA_DIR)
  console.log(
    `Key ${id} was added. Restart every server: it signs from then on; the older keys still verify.`,
  )
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof Error ? error.message : error)
  process.exitCode = 1
}
