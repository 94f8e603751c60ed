import type { Plugin } from 'vite'
import { fromRoot, pushWorker } from './push-worker.ts'

/** The panel takes react-admin-firebase's sign-in alone: what only its data provider uses need not come along. */
const lighter: Readonly<Record<string, string>> = {
  // The client without live updates and offline copies, a fifth of the size: profiles are read with it too.
  'firebase/firestore': fromRoot('src/api/cloud/firestore-lite.ts'),
}
const unused: ReadonlySet<string> = new Set(['lodash', 'path-browserify'])

const withoutDataProvider = (): Plugin => ({
  name: 'firebase-sign-in-alone',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!importer?.includes('/react-admin-firebase/')) return null
    if (source in lighter) return lighter[source]
    if (!unused.has(source)) return null
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found && { ...found, moduleSideEffects: false }
  },
})

/** What the cloud build has and the on-premise build has not. */
export const cloudBuild = (): Plugin[] => [
  withoutDataProvider(),
  // The name that Firebase's client looks for.
  pushWorker('src/api/cloud/push-worker.ts', 'firebase-messaging-sw.js'),
]
