import { defineConfig } from 'vite'
import { compiledFolder, programs } from '../server/platform/process/project.ts'
import { unbundled } from './runtime-packages'

/** Imported only where tests look for a browser, or by functions, which Firebase's own tools load; never by a server. */
const elsewhere = ['playwright', 'firebase-functions']

const root = `${import.meta.dirname}/..`

/** The server's programs, each a file. Packages are compiled in, so that a start opens few files. */
export default defineConfig({
  root,
  publicDir: false,
  resolve: { alias: { '~': root } },
  ssr: { noExternal: true, external: [...unbundled, ...elsewhere] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: compiledFolder,
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: programs,
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
