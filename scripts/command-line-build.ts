import { build, type Plugin } from 'vite'
import { fromRoot } from './push-worker.ts'

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
