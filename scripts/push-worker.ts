import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

export const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

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
