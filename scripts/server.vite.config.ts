import { defineConfig } from 'vite'
import { compiledFolder, programs } from '../server/platform/process/project.ts'

const root = `${import.meta.dirname}/..`

/** The server's programs, each a file; packages stay where npm has put them. */
export default defineConfig({
  root,
  publicDir: false,
  resolve: { alias: { '~': root } },
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
