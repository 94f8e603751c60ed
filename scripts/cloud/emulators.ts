import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findProgram } from '~/server/platform/process/machine'
import { firebaseProgram } from './firebase-tools'
import { downloadFolder } from './firestore-emulator'

/** A demo project id, which Firebase reserves, so it is never a real project. */
export const projectId = 'demo-vecto'
export const bucket = `${projectId}.appspot.com`

const rulesRuntime = resolve('scripts/cloud/rules-runtime.ts')
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/** Replaces Java, which the Storage emulator runs only to evaluate rules. Firestore's emulator is run by Java itself. */
const javaScript = () => `#!/bin/sh
case "$*" in
*-version*) echo 'openjdk version "21.0.1" 2023-10-17' >&2; exit 0;;
*cloud-firestore-emulator*) exec "${findProgram('java')}" "$@";;
esac
TSX_TSCONFIG_PATH="${resolve('tsconfig.json')}" exec "${process.execPath}" --import "${loader}" "${rulesRuntime}"
`

/** What the host of the panel answers for the project, with the addresses of its emulators. */
export const projectOf = (emulators: Readonly<Record<string, string>>) => ({
  projectId,
  apiKey: 'any-key',
  appId: '1:123456789012:web:abcdef',
  messagingSenderId: '123456789012',
  authDomain: `${projectId}.firebaseapp.com`,
  storageBucket: bucket,
  emulators,
})

/** Settings of firebase-tools: no telemetry, no search for updates. */
export const quietTools = (home: string) => ({
  HOME: home,
  CI: '1',
  FIREBASE_CLI_DISABLE_UPDATE_CHECK: '1',
})

/** Ports of the emulators, and of firebase-tools itself. */
export type EmulatorPorts = Readonly<Record<'auth' | 'storage' | 'hub' | 'logging', number>> & {
  readonly firestore?: number
}

const writeProject = (folder: string, ports: EmulatorPorts, hasFirestore: boolean) => {
  const at = (name: keyof EmulatorPorts) => ({ host: '127.0.0.1', port: ports[name] })
  const emulators = {
    ...{ auth: at('auth'), storage: at('storage'), hub: at('hub'), logging: at('logging') },
    ...(hasFirestore && { firestore: at('firestore') }),
    ui: { enabled: false },
  }
  const project = {
    storage: { rules: 'storage.rules' },
    ...(hasFirestore && { firestore: { rules: 'firestore.rules' } }),
    emulators,
  }
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify(project))
  for (const name of ['storage.rules', 'firestore.rules'])
    copyFileSync(join('deploy/firebase', name), join(folder, name))
  writeFileSync(join(folder, 'bin/java'), javaScript(), { mode: 0o755 })
}

export type EmulatedService = 'auth' | 'storage'

type Options = {
  /** The version of Firestore's emulator, if it is to be run. */
  readonly firestore?: string | undefined
  readonly services?: readonly EmulatedService[]
  /** The folders that their data are read from, and written to at the end; absent: the data are deleted. */
  readonly kept?: { readonly from?: string; readonly to: string }
}

/**
 * Firebase's emulators as a program: arguments of Node, environment, and the address that answers once
 * they are ready.
 * @param folder for their configuration
 */
export const emulatorProgram = (
  folder: string,
  ports: EmulatorPorts,
  { services = ['auth', 'storage'], firestore, kept }: Options = {},
) => {
  writeProject(folder, ports, firestore !== undefined)
  const started = [...services, ...(firestore ? ['firestore'] : [])]
  const data = kept ? [...(kept.from ? ['--import', kept.from] : []), '--export-on-exit', kept.to] : []
  return {
    args: [
      ...[resolve(firebaseProgram), 'emulators:start', '--only', started.join(',')],
      ...['--project', projectId, ...data],
    ],
    env: {
      PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
      STORAGE_EMULATOR_BINARY_PATH: rulesRuntime,
      ...quietTools(folder),
      ...(firestore && {
        FIRESTORE_EMULATOR_VERSION: firestore,
        FIREBASE_EMULATORS_PATH: downloadFolder(),
      }),
      // The Storage emulator empties a folder of this one at its end, which others would share.
      TMPDIR: folder,
    },
    readyAt: `http://127.0.0.1:${services.includes('auth') ? `${ports.auth}/` : `${ports.storage}/b/ready/o`}`,
    auth: `localhost:${ports.auth}`,
    storage: `localhost:${ports.storage}`,
  }
}
