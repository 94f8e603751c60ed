import {
  type AuthProvider,
  getAdditionalUserInfo,
  OAuthProvider,
  SAMLAuthProvider,
  signInWithPopup,
} from 'firebase/auth'
import { failingAsBackend } from './failures'
import { firebase } from './firebase'

/** How long the set-up of a new account takes (specification §9). */
const SET_UP = 5_000

const providerOf = (id: string): AuthProvider =>
  id.startsWith('saml.') ? new SAMLAuthProvider(id) : new OAuthProvider(id)

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/**
 * Signs in by a window of the identity provider. A new account is waited for while it is set up.
 * @param provider as Firebase names it: `google.com`, `microsoft.com`, `oidc.<name>`, `saml.<name>`
 * @returns the user's uid @throws BackendError `popup_closed`, `popup_blocked` …
 */
export const signInByPopup = (provider: string, onSettingUp: () => void) =>
  failingAsBackend(async () => {
    const { auth } = await firebase()
    const made = await signInWithPopup(auth, providerOf(provider))
    if (getAdditionalUserInfo(made)?.isNewUser) {
      onSettingUp()
      await pause(SET_UP)
      // The claims that the set-up gave.
      await made.user.getIdToken(true)
    }
    return made.user.uid
  })
