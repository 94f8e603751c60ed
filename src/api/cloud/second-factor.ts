import { deleteApp, initializeApp } from 'firebase/app'
import {
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
} from 'firebase/auth'
import { textIn } from '~/model/objects'
import { intercepted } from '~/src/api/answer'
import type { RequestOptions, SeparateFactor } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { localStore } from '~/src/api/browser-storage'
import { isEmulated } from './emulated'
import { codeOf, failingAsBackend } from './failures'
import { firebase } from './firebase'
import { wrongPassword } from './identity'
import { emulatorsOf, project } from './project'
import { PROOF } from './proof'

type Call = (path: string, options: RequestOptions) => Promise<unknown>

const keep = (proof: string) => localStore.set(PROOF, proof)

const prove = async (call: Call, code: string) => {
  const proof = textIn(await call('me/second-factor/proof', { method: 'POST', json: { code } }), 'proof')
  if (proof === undefined) throw intercepted('The answer holds no proof')
  keep(proof)
}

/**
 * Signs in once more, in an app of its own: the session of the page keeps its time of sign-in, to which its proof of the
 * second factor is bound.
 * @returns the ID token of that sign-in
 */
const signInOnce = async (password: string) => {
  const { app, auth } = await firebase()
  const other = initializeApp(app.options, 'password')
  try {
    const once = initializeAuth(other, { persistence: inMemoryPersistence })
    const described = await project()
    if (isEmulated(described))
      connectAuthEmulator(once, `http://${emulatorsOf(described).auth}`, { disableWarnings: true })
    const { user } = await signInWithEmailAndPassword(once, auth.currentUser?.email ?? '', password)
    return await user.getIdToken()
  } catch (error) {
    if (!wrongPassword.includes(codeOf(error))) throw error
    throw new BackendError(422, 'validation', 'The current password is wrong', {
      fields: { password: 'wrong_old_password' },
    })
  } finally {
    await deleteApp(other)
  }
}

/** The second factor of our server, beside the sign-in with Firebase, which does not know it. */
export const secondFactor = (call: Call): SeparateFactor => ({
  prove: code => prove(call, code),
  keep,
  checkPassword: password => failingAsBackend(() => signInOnce(password)),
})
