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

/** Splits an address into host and port. */
export const hostAndPort = (address: string): readonly [string, number] => {
  const { hostname, port } = new URL(`http://${address}`)
  return [hostname, Number(port)]
}

const open = async () => {
  const described = await project()
  const { emulators: _, remoteConfig: __, ...options } = described
  const app = initializeApp(options)
  const auth = initializeAuth(app, {
    // localStorage, which signing out clears and which every tab observes.
    persistence: browserLocalPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  const firestore = getFirestore(app)
  if (isEmulated(described)) {
    const emulators = emulatorsOf(described)
    connectAuthEmulator(auth, `http://${emulators.auth}`, { disableWarnings: true })
    connectFirestoreEmulator(firestore, ...hostAndPort(emulators.firestore))
  }
  return { app, auth, firestore }
}

let opened: ReturnType<typeof open> | undefined

/** The Firebase app of the host's project, with Auth and Firestore; created once, retried after a failure. */
export const firebase = () => {
  opened ??= open().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

export type Firebase = Awaited<ReturnType<typeof open>>
