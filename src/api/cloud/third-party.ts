import {
  type AuthProvider,
  getAdditionalUserInfo,
  OAuthProvider,
  SAMLAuthProvider,
  signInWithPopup,
} from 'firebase/auth'
import { failingAsBackend } from './failures'
import { firebase } from './firebase'

/** Milliseconds that the set-up of a new account takes (specification §9). */
const SET_UP = 5_000

const providerOf = (id: string): AuthProvider =>
  id.startsWith('saml.') ? new SAMLAuthProvider(id) : new OAuthProvider(id)

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/**
 * Signs in through a popup of the identity provider. Waits while a new account is set up.
 * @param provider Firebase's provider id: `google.com`, `microsoft.com`, `oidc.<name>`, `saml.<name>`
 * @returns the user's uid @throws BackendError `popup_closed`, `popup_blocked` …
 */
export const signInByPopup = (provider: string, onSettingUp: () => void) =>
  failingAsBackend(async () => {
    const { auth } = await firebase()
    const made = await signInWithPopup(auth, providerOf(provider))
    if (getAdditionalUserInfo(made)?.isNewUser) {
      onSettingUp()
      await pause(SET_UP)
      // Refreshes the token to get the claims that the set-up granted.
      await made.user.getIdToken(true)
    }
    return made.user.uid
  })
