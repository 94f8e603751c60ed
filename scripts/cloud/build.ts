import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Network } from '~/server/app/functions'
import { compiledFolder } from '~/server/platform/process/project'
import { buildPanel, ensureServer } from '../builds'
import { isRuntimeFile, lockedPackages } from '../runtime-packages'

/** Packages that functions load from node_modules: Firebase's own, whose tools read them, and native ones. */
const packages = ['firebase-admin', 'firebase-functions', 'sharp']

const description = z.object({ paths: z.record(z.string(), z.unknown()) })

/** The first segments of the API's paths: one function for each. `docs/openapi.json` is made from the routes. */
export const functionNames = (file = 'docs/openapi.json'): readonly string[] => {
  const { paths } = description.parse(JSON.parse(readFileSync(file, 'utf8')))
  const segments = Object.keys(paths).map(path => path.split('/')[1] ?? '')
  return [...new Set(segments)].filter(segment => segment !== '').sort()
}

/** Firebase exports `user-invite` as the member `invite` of `user`. */
const exportOf = (name: string) => {
  const [outer = '', ...inner] = name.split('-')
  const open = inner.map(part => `{ ${part}: `).join('')
  return `export const ${outer} = ${open}functionOf('${name}', network)${' }'.repeat(inner.length)}`
}

const moduleText = (names: readonly string[], network: Network) =>
  [
    `import { functionOf } from './${compiledFolder}/functions.js'`,
    '',
    `const network = ${JSON.stringify(network)}`,
    ...names.map(exportOf),
    '',
  ].join('\n')

type Manifest = { readonly version: string; readonly dependencies: Readonly<Record<string, string>> }

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))

const functionsPackage = {
  name: 'vecto-functions',
  version: manifest.version,
  private: true,
  type: 'module',
  main: 'index.js',
  engines: { node: '22' },
  dependencies: Object.fromEntries(packages.map(name => [name, manifest.dependencies[name]])),
}

/** The part of the lockfile that these packages need, for every kind of machine. */
const functionsLock = () => {
  const { name, version, engines, dependencies } = functionsPackage
  return {
    ...{ name, version, lockfileVersion: 3, requires: true },
    packages: { '': { name, version, engines, dependencies }, ...lockedPackages(packages) },
  }
}

const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`

const example = `# Settings of the functions; .env.<project id> takes precedence. docs/operations.md lists all. Firebase refuses names that
# begin with FIREBASE_: here they are PANEL_ORIGIN, STORAGE_BUCKET and ACCOUNTS.
PANEL_ORIGIN=https://my-project.web.app
`

/** Writes the functions alone, from the compiled server. */
export const writeFunctions = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  const copy = (path: string) =>
    cpSync(path, join(folder, path), { recursive: true, filter: file => isRuntimeFile(file) })
  copy(compiledFolder)
  copy('server/platform/database/migrations')
  writeFileSync(join(folder, 'package.json'), asJson(functionsPackage))
  writeFileSync(join(folder, 'package-lock.json'), asJson(functionsLock()))
  writeFileSync(
    join(folder, 'index.js'),
    moduleText(functionNames(), { vpcConnector: process.env.CLOUD_VPC_CONNECTOR }),
  )
  writeFileSync(join(folder, '.env.example'), example)
}

const deployed = ['firebase.json', 'firestore.rules', 'storage.rules', 'remoteconfig.template.json']

/** Makes a folder that Firebase's tools deploy. @returns false if a build failed */
export const buildCloud = async (folder: string) => {
  rmSync(folder, { recursive: true, force: true })
  if (!(await ensureServer()) || !(await buildPanel('cloud', join(folder, 'public')))) return false
  for (const file of deployed) cpSync(join('deploy/firebase', file), join(folder, file))
  writeFunctions(join(folder, 'functions'))
  return true
}
