import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emulatorProgram } from '~/scripts/cloud/emulators'
import { freePort } from '../support/server/free-port'
import { startProcess } from '../support/server/server-process'

/** Firebase's Auth and Storage emulators, whose data is deleted at the end. */
export const startEmulators = async () => {
  const [auth, storage] = [await freePort(), await freePort()]
  const [hub, logging] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'vecto-emulators-'))
  const program = emulatorProgram(folder, { auth, storage, hub, logging })
  const running = await startProcess(program.args, program.env, program.readyAt, folder, folder)
  return {
    auth: program.auth,
    storage: program.storage,
    output: running.output,
    stop: () => running.end('SIGTERM'),
  }
}
