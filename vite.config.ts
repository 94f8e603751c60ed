import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import about from './package.json' with { type: 'json' }
import { cloudBuild, commandLine, pushWorker } from './scripts/build-plugins.ts'
import { panelTexts } from './scripts/text-plugin.ts'

const backends = ['cloud', 'onpremise'] as const

const chosenBackend = () => {
  const backend = backends.find(name => name === (process.env.BACKEND || 'cloud'))
  if (backend) return backend
  throw new Error(
    `BACKEND is "${process.env.BACKEND}"; it must be one of: ${backends.join(', ')} (default cloud).`,
  )
}

const backendPort = () => {
  const port = Number(process.env.BACKEND_PORT || 1337)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`BACKEND_PORT is "${process.env.BACKEND_PORT}"; it must be a port number (default 1337).`)
}

/** The footer reads the version from a file, so that a cached panel shows the version that the server serves. */
const versionFile = (): Plugin => {
  const source = `${JSON.stringify({ version: about.version })}\n`
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

const compressible = /\.(js|css|html|svg|json)$/

/** Compresses the files at build time instead of at each request. */
const compressedFiles = (): Plugin => ({
  name: 'compressed-files',
  apply: 'build',
  writeBundle({ dir }) {
    if (!dir) return
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!compressible.test(name) || name.startsWith('.vite')) continue
      const content = readFileSync(join(dir, name))
      // Below this size the headers are larger than the saving.
      if (content.length < 1024) continue
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
    }
  },
})

const buildFor = {
  cloud: () => [...cloudBuild(), commandLine('cli/main.ts', 'vecto.mjs')],
  onpremise: () => [
    pushWorker('src/api/onpremise/push-worker.ts', 'push-worker.js'),
    commandLine('cli/main.ts', 'vecto.mjs'),
  ],
}

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')

const replacement = (name: string) => `${root}/src/app/replaced-modules/${name}`

/** Imports of react-admin modules that the panel does not use, by module; `no-part.ts` replaces them. */
const unusedParts: Readonly<Record<string, readonly string[]>> = {
  'list/datatable/DataTable.js': ['../../button/index.js'],
  'layout/Layout.js': ['./AppBar.js', './Menu.js', '../preferences/index.js'],
}

/** Modules of react-admin with a replacement of their own, by the module that imports them. */
const ownParts: Readonly<Record<string, readonly [source: string, replacement: string]>> = {
  'list/datatable/DataTableRow.js': ['./SelectRowCheckbox.js', 'row-checkbox.tsx'],
}

/** Replaces modules inside packages that the panel does not use: docs/decisions/35-replaced-modules.md. */
const replacedModules = (): Plugin => ({
  name: 'replaced-modules',
  enforce: 'pre',
  resolveId(source, importer) {
    const [, module = ''] = importer?.split('node_modules/ra-ui-materialui/dist/') ?? []
    if (source === './PageTitleConfigurable.js') return replacement('plain-title.tsx')
    const [own, part] = ownParts[module] ?? []
    if (part && source === own) return replacement(part)
    if (module) return unusedParts[module]?.includes(source) ? replacement('no-part.ts') : undefined
    if (source === './urlStorage.js' && importer?.includes('node_modules/tus-js-client/'))
      return replacement('upload-urls.ts')
    if (importer?.includes('node_modules/@mui/icons-material/'))
      return source.endsWith('/createSvgIcon.js') ? replacement('plain-icon.tsx') : undefined
    return source === './TouchRipple.js' && importer?.includes('node_modules/@mui/material/')
      ? replacement('no-ripple.ts')
      : undefined
  },
})

export default defineConfig({
  plugins: [
    react(),
    panelTexts(),
    versionFile(),
    replacedModules(),
    ...buildFor[chosenBackend()](),
    compressedFiles(),
  ],
  resolve: {
    alias: {
      '~': root,
      // The panel has its own export.
      'jsonexport/dist/index.js': replacement('no-export.cjs'),
      diacritic: replacement('plain-letters.ts'),
      inflection: replacement('plain-words.ts'),
      // node-polyglot imports this polyfill, with a dozen dependencies, for old browsers.
      'object.entries': replacement('object-entries.cjs'),
      // Its main entry is CommonJS and would load a second instance of Firebase.
      'react-admin-firebase': 'react-admin-firebase/dist/index.esm.mjs',
    },
  },
  define: {
    __BACKEND__: JSON.stringify(chosenBackend()),
    __BACKEND_HOST__: JSON.stringify(process.env.BACKEND_HOST ?? ''),
    __BACKEND_PORT__: backendPort(),
    __CONTACT_URL__: JSON.stringify(process.env.CONTACT_URL || 'mailto:support@demo.example'),
  },
  build: {
    // The same versions as in `browserslist` of package.json and in index.html.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A separate chunk, so that the sign-in page loads no other package of node_modules.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            // The parts of Firebase for sign-in; messaging is loaded later.
            {
              name: 'firebase',
              test: /node_modules\/(@firebase\/(?!messaging)|firebase\/(?!messaging)|react-admin-firebase|idb)/,
              priority: 2,
            },
            // The initial modules, which the sign-in page needs.
            { name: 'base', tags: ['$initial'], priority: 2 },
            // The definitions and rules, which pages without a session need as well.
            { name: 'model', test: /\/model\//, minShareCount: 10, priority: 2 },
            // Modules that pages without a session use as well, which use none of those below.
            { name: 'plain', test: /\/src\/(ui\/(format|keys)|api\/decoded)\.ts$/, priority: 2 },
            // Modules that many screens share, in one chunk instead of forty small ones.
            { name: 'shared', test: /^(?!.*Autocomplete)/, minShareCount: 14, priority: 1 },
            { name: 'app', test: /\/src\/app\/app\.tsx$/ },
            // What a list loads before its rows, and what it loads after them, in one request each.
            { name: 'list', test: /\/src\/admin\/(resource-screens|list\/list-state)\.tsx?$/ },
            {
              name: 'list-tools',
              test: /\/src\/admin\/list\/(company-notice|density|go-to-page|list-tools|row-(focus|keys|links)|tab-count)\.tsx?$/,
            },
            { name: 'record', test: /\/src\/admin\/show\/resource-show\.tsx$/ },
            { name: 'form', test: /\/src\/admin\/form\/form-screens\.tsx$/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/parse': 'http://localhost:1337' } },
})
