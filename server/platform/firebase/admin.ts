import { type App, applicationDefault, type Credential, getApps, initializeApp } from 'firebase-admin/app'
import type { Config } from '~/server/platform/config/config'

export type FirebaseSettings = Pick<
  Config,
  | 'FIREBASE_PROJECT_ID'
  | 'FIREBASE_EMULATOR'
  | 'FIREBASE_AUTH_EMULATOR_HOST'
  | 'FIREBASE_STORAGE_EMULATOR_HOST'
  | 'FIRESTORE_EMULATOR_HOST'
>

/** The token with which the emulators accept the owner of the project. No real service accepts it. */
const owner: Credential = { getAccessToken: async () => ({ access_token: 'owner', expires_in: 3600 }) }

const APP = 'vecto'

/**
 * The Firebase project of the settings, as its administrator: by the machine's own credentials (a service account of
 * Google's, or the file that `GOOGLE_APPLICATION_CREDENTIALS` names), or in the emulators.
 */
export const firebaseApp = ({ FIREBASE_PROJECT_ID, FIREBASE_EMULATOR }: FirebaseSettings): App => {
  const opened = getApps().find(({ name }) => name === APP)
  if (opened) return opened
  if (!FIREBASE_PROJECT_ID) throw new Error('FIREBASE_PROJECT_ID names no project')
  const credential = FIREBASE_EMULATOR ? owner : applicationDefault()
  return initializeApp({ projectId: FIREBASE_PROJECT_ID, credential }, APP)
}

/** The headers of a call to one of Google's APIs as the project's administrator. */
export const googleHeaders = async (settings: FirebaseSettings): Promise<Record<string, string>> => {
  const { credential } = firebaseApp(settings).options
  if (!credential) throw new Error('The Firebase project was opened without a credential')
  const { access_token: token } = await credential.getAccessToken()
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}
