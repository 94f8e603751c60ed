import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The panel takes react-admin-firebase's sign-in alone: what only its data provider uses need not come along. */
const lighter: Readonly<Record<string, string>> = {
  // The client without live updates and offline copies, a fifth of the size: profiles are read with it too.
  'firebase/firestore': fromRoot('src/backends/cloud/firestore-lite.ts'),
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

/** The file name that Firebase's client looks for. */
const workerFile = 'firebase-messaging-sw.js'

const buildWorker = async () => {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: fromRoot('src/backends/cloud/push-worker.ts'),
        // One plain script: browsers differ in which workers may import.
        output: { format: 'iife', entryFileNames: workerFile },
      },
    },
  })
  const [result] = [made].flat()
  if (!result || !('output' in result)) throw new Error('The push worker was not built')
  return result.output[0].code
}

const pushWorker = (): Plugin => ({
  name: 'push-worker',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: workerFile, source: await buildWorker() })
  },
})

/** What the cloud build has and the on-premise build has not. */
export const cloudBuild = (): Plugin[] => [withoutDataProvider(), pushWorker()]
