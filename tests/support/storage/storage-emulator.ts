import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bucket, type EmulatedService, emulatorProgram, projectId } from '~/scripts/cloud/emulators'
import { firebaseProgram } from '~/scripts/cloud/firebase-tools'
import { readConfig } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { bucketStore } from '~/server/platform/storage/firebase/bucket-store'
import { freePort } from '~/tests/support/server/free-port'
import { startProcess } from '~/tests/support/server/server-process'

/** Why no emulator can be started, if so. */
export const missingEmulator = existsSync(firebaseProgram)
  ? undefined
  : 'firebase-tools are not there: npm run test:cloud downloads them'

/** Starts emulators of Firebase, whose data is deleted at the end. */
export const startFirebase = async (services: readonly EmulatedService[]) => {
  const [auth, storage] = [await freePort(), await freePort()]
  const [hub, logging] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'vecto-emulators-'))
  const program = emulatorProgram(folder, { auth, storage, hub, logging }, { services })
  const running = await startProcess(program.args, program.env, program.readyAt, folder, folder)
  return {
    auth: program.auth,
    storage: program.storage,
    output: running.output,
    stop: () => running.end('SIGTERM'),
  }
}

/** The Storage emulator alone, and the settings of a server that keeps its files there. */
export const startStorageEmulator = async () => {
  const { storage, stop } = await startFirebase(['storage'])
  const host = storage.replace('localhost', '127.0.0.1')
  const settings = {
    NODE_ENV: 'test',
    FIREBASE_EMULATOR: '1',
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_STORAGE_BUCKET: bucket,
    FIREBASE_STORAGE_EMULATOR_HOST: host,
  }
  return { host, settings, stop }
}

export type StorageEmulator = Awaited<ReturnType<typeof startStorageEmulator>>

/** A store in a bucket of its own. */
export const openBucket = (emulator: StorageEmulator | undefined, env: Record<string, string> = {}) => {
  const name = `${newUid().toLowerCase()}.appspot.com`
  const read = readConfig({ ...emulator?.settings, FIREBASE_STORAGE_BUCKET: name, ...env }, 'test')
  const { FIREBASE_STORAGE_BUCKET = '', ...config } = read
  return bucketStore({ ...config, FIREBASE_STORAGE_BUCKET })
}
