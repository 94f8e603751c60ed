import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { version } from './package.json'

const backends = ['cloud', 'onpremise']

const chosenBackend = () => {
  const backend = process.env.BACKEND || 'cloud'
  if (backends.includes(backend)) return backend
  throw new Error(`BACKEND is "${backend}"; it must be one of: ${backends.join(', ')} (default cloud).`)
}

const backendPort = () => {
  const port = Number(process.env.BACKEND_PORT || 1337)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`BACKEND_PORT is "${process.env.BACKEND_PORT}"; it must be a port number (default 1337).`)
}

/** The footer reads the version from a file, so that a cached panel shows what the server really serves. */
const versionFile = (): Plugin => {
  const source = `${JSON.stringify({ version })}\n`
  return {
    name: 'version-file',
    configureServer(server) {
      server.middlewares.use('/version.json', (_request, response) => {
        response.setHeader('Content-Type', 'application/json')
        response.end(source)
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'version.json', source })
    },
  }
}

export default defineConfig({
  plugins: [react(), versionFile()],
  resolve: { alias: { '~': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  define: {
    __BACKEND__: JSON.stringify(chosenBackend()),
    __BACKEND_HOST__: JSON.stringify(process.env.BACKEND_HOST ?? ''),
    __BACKEND_PORT__: backendPort(),
    __CONTACT_URL__: JSON.stringify(process.env.CONTACT_URL || 'mailto:support@demo.example'),
  },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Alone, so that the sign-in page downloads React and nothing else of node_modules.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
          ],
        },
      },
    },
  },
  server: { proxy: { '/parse': 'http://localhost:1337' } },
})
