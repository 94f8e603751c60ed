import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  initializeAuth,
} from 'firebase/auth'
import { connectFirestoreEmulator, getFirestore } from 'firebase/firestore/lite'
import { isEmulated } from './emulated'
import { emulatorsOf, project } from './project'

/** A host and port, apart. */
export const hostAndPort = (address: string): readonly [string, number] => {
  const { hostname, port } = new URL(`http://${address}`)
  return [hostname, Number(port)]
}

const open = async () => {
  const { emulators: _, ...options } = await project()
  const app = initializeApp(options)
  const auth = initializeAuth(app, {
    // localStorage, which signing out empties and which every tab hears of.
    persistence: browserLocalPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  const firestore = getFirestore(app)
  if (isEmulated()) {
    const emulators = emulatorsOf(await project())
    connectAuthEmulator(auth, `http://${emulators.auth}`, { disableWarnings: true })
    connectFirestoreEmulator(firestore, ...hostAndPort(emulators.firestore))
  }
  return { app, auth, firestore }
}

let opened: ReturnType<typeof open> | undefined

/** The Firebase app of the host's project, with its sign-in and its documents; made once, a failure is not remembered. */
export const firebase = () => {
  opened ??= open().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

export type Firebase = Awaited<ReturnType<typeof open>>
