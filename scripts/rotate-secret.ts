import { ConfigError, readConfig } from '~/server/platform/config/config'
import { addKey, keysOf, rotatedSetting } from '~/server/platform/crypto/secret-keys'
import { readVersion } from '~/server/platform/process/run-until-signal'

/** `npm run rotate-secret`: from the next start on, a new key signs links and encrypts second factors. */
try {
  const config = readConfig(process.env, readVersion())
  if (config.SECRET_KEYS)
    console.log(
      `Set this on every server and worker, then restart them: the new key signs, the older ones still verify.\nSECRET_KEYS=${rotatedSetting(keysOf(config))}`,
    )
  else
    console.log(
      `Key ${addKey(config.DATA_DIR)} was added. Restart every server: it signs from then on; the older keys still verify.`,
    )
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof Error ? error.message : error)
  process.exitCode = 1
}
