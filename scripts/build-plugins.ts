import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const buildWorker = async (source: string, fileName: string) => {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: fromRoot(source),
        // One plain script: browsers differ in which workers may import.
        output: { format: 'iife', entryFileNames: fileName },
      },
    },
  })
  const [result] = [made].flat()
  if (!result || !('output' in result)) throw new Error('The push worker was not built')
  return result.output[0].code
}

/** Builds the worker that receives push messages into a file at the root: its scope is what lies under it. */
export const pushWorker = (source: string, fileName: string): Plugin => ({
  name: 'push-worker',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName, source: await buildWorker(source, fileName) })
  },
})

/** Everything that the command line needs, compiled into one file that any Node runs. */
export const compileCommandLine = async (source: string, fileName: string) => {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '~': fromRoot('.').replace(/\/$/, '') } },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      write: false,
      copyPublicDir: false,
      minify: true,
      rolldownOptions: {
        input: fromRoot(source),
        output: { entryFileNames: fileName, banner: '#!/usr/bin/env node', codeSplitting: false },
      },
    },
  })
  const [result] = [made].flat()
  if (!result || !('output' in result)) throw new Error('The command line was not built')
  return result.output[0].code
}

/** Builds the command line into a file at the root, from where users download it. */
export const commandLine = (source: string, fileName: string): Plugin => ({
  name: 'command-line',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName, source: await compileCommandLine(source, fileName) })
  },
})

/** Lighter replacements of modules that react-admin-firebase imports: the panel uses only its sign-in. */
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

/** Plugins of the cloud build only. */
export const cloudBuild = (): Plugin[] => [
  withoutDataProvider(),
  // The name that Firebase's client looks for.
  pushWorker('src/api/cloud/push-worker.ts', 'firebase-messaging-sw.js'),
]
