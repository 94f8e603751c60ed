import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { firebaseProgram } from '~/scripts/test-steps'
import { freePort } from '../support/server/free-port'
import { startProcess } from '../support/server/server-process'

/** A demo project id, which Firebase reserves, so it is never a real project. */
export const projectId = 'demo-vecto'

const rulesRuntime = resolve('tests/cloud/stand-ins/rules-runtime.cjs')

/** Replaces Java, which the Storage emulator runs only to evaluate rules. */
const javaScript = `#!/bin/sh
case "$*" in *-version*) echo 'openjdk version "21.0.1" 2023-10-17' >&2; exit 0;; esac
exec "${process.execPath}" "${rulesRuntime}"
`

const rules = `rules_version = '2';
service firebase.storage { match /b/{bucket}/o { match /{path=**} { allow read, write: if request.auth != null; } } }
`

const writeProject = (folder: string, ports: Readonly<Record<string, number>>) => {
  const at = (name: string) => ({ host: '127.0.0.1', port: ports[name] })
  const emulators = {
    auth: at('auth'),
    storage: at('storage'),
    hub: at('hub'),
    logging: at('logging'),
    ui: { enabled: false },
  }
  const project = { storage: { rules: 'storage.rules' }, emulators }
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify(project))
  writeFileSync(join(folder, 'storage.rules'), rules)
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/java'), javaScript, { mode: 0o755 })
}

/** Firebase's Auth and Storage emulators, whose data is deleted at the end. */
export const startEmulators = async () => {
  const names = ['auth', 'storage', 'hub', 'logging']
  const ports: Record<string, number> = {}
  for (const name of names) ports[name] = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'vecto-emulators-'))
  writeProject(folder, ports)
  const running = await startProcess(
    [resolve(firebaseProgram), 'emulators:start', '--only', 'auth,storage', '--project', projectId],
    {
      PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
      STORAGE_EMULATOR_BINARY_PATH: rulesRuntime,
      // Disables telemetry and update checks.
      HOME: folder,
      CI: '1',
      FIREBASE_CLI_DISABLE_UPDATE_CHECK: '1',
    },
    `http://127.0.0.1:${ports.auth}/`,
    folder,
    folder,
  )
  return {
    auth: `localhost:${ports.auth}`,
    storage: `localhost:${ports.storage}`,
    output: running.output,
    stop: () => running.end('SIGTERM'),
  }
}
