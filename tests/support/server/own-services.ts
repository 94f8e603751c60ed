import { rmSync } from 'node:fs'
import { openServices } from '~/server/app/open-services'
import { readConfig } from '~/server/platform/config/config'
import { testDatabase } from '~/tests/support/database/database'
import { newDataFolder } from './data-folder'

/** The services of a server in the test process, on an empty database of the kind that TEST_DB names. */
export const ownServices = async () => {
  const folder = newDataFolder('services')
  const { env } = await testDatabase()
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...env }, 'test')
  const { services, close } = await openServices(config)
  return {
    services,
    close: async () => {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
