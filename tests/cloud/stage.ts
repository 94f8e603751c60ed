import { bucket, projectId, projectOf } from '~/scripts/cloud/emulators'
import { startFirestore } from '~/scripts/cloud/firestore'
import { startFunctionsHost } from '~/scripts/cloud/functions-host'
import { startPanelHost } from '~/scripts/cloud/panel-host'
import { freePort } from '../support/server/free-port'
import { startServer } from '../support/server/test-server'
import { startEmulators } from './emulators'

const panelFolder = '.cache/cloud'

const startApi = (panel: string, storage: string) =>
  startServer({
    demo: true,
    database: 'pglite',
    env: {
      NODE_ENV: 'test',
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_EMULATOR: '1',
      FIREBASE_PANEL_ORIGIN: panel,
      FIREBASE_STORAGE_BUCKET: bucket,
      FIREBASE_STORAGE_EMULATOR_HOST: storage,
    },
  })

/** Vitest's global setup: the cloud services of the panel, with the product's server as its functions. */
export const setup = async () => {
  const [panelPort, firestorePort, functionsPort] = [await freePort(), await freePort(), await freePort()]
  const panel = `http://localhost:${panelPort}`
  // One after another: both start slowly, and slower in parallel.
  const firebase = await startEmulators()
  const api = await startApi(panel, firebase.storage).catch(async (error: unknown) => {
    await firebase.stop()
    throw error
  })
  const emulators = {
    auth: firebase.auth,
    storage: firebase.storage,
    firestore: `localhost:${firestorePort}`,
    functions: `localhost:${functionsPort}`,
  }
  const project = projectOf(emulators)
  const hosts = [
    startFirestore(firestorePort),
    startFunctionsHost(functionsPort, projectId, api.url),
    startPanelHost(process.env.CLOUD_PANEL || panelFolder, panelPort, project),
  ]
  process.env.CLOUD_STAGE = JSON.stringify({
    panel,
    api: api.url,
    bucket,
    ...emulators,
  })
  return async () => {
    for (const host of hosts) host.stop()
    await Promise.all([firebase.stop(), api.stop()])
  }
}
