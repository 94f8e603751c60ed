import { fetchAndActivate, getRemoteConfig, getValue } from 'firebase/remote-config'
import { firebase } from './firebase'
import { project } from './project'

/** The parameters that the panel reads, with their values until those of the project are loaded. */
const defaults = { thirdPartySignIn: false, thirdPartyProvider: 'google.com', vapidKey: '' }

const HOUR = 3_600_000
const TIME_OUT = 10_000

const ask = async () => {
  const { remoteConfig: known } = await project()
  if (known) return { ...defaults, ...known, thirdPartySignIn: known.thirdPartySignIn === 'true' }
  const { app } = await firebase()
  const config = getRemoteConfig(app)
  config.settings = { minimumFetchIntervalMillis: HOUR, fetchTimeoutMillis: TIME_OUT }
  config.defaultConfig = defaults
  try {
    await fetchAndActivate(config)
  } catch (error) {
    console.warn('Remote Config cannot be reached; what was known before serves.', error)
  }
  return {
    thirdPartySignIn: getValue(config, 'thirdPartySignIn').asBoolean(),
    thirdPartyProvider: getValue(config, 'thirdPartyProvider').asString(),
    vapidKey: getValue(config, 'vapidKey').asString(),
  }
}

let asked: ReturnType<typeof ask> | undefined

/** The project's Remote Config, loaded once per page load; a missing answer is not a failure. */
export const remoteConfig = () => {
  asked ??= ask().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}
