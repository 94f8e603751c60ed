import {
  EmailAuthProvider,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  type User,
  updatePassword,
} from 'firebase/auth'
import { doc, getDoc } from 'firebase/firestore/lite'
import { FirebaseAuthProvider } from 'react-admin-firebase'
import type { Credentials } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { codeOf, failingAsBackend } from './failures'
import { type Firebase, firebase } from './firebase'

export type Profile = Readonly<Record<string, unknown>>

export const wrongPassword = [
  'auth/wrong-password',
  'auth/invalid-credential',
  'auth/invalid-login-credentials',
]

/** Reauthenticates with the current password: Firebase otherwise requires a recent sign-in. */
const confirm = async (user: User, password: string) => {
  try {
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password))
  } catch (error) {
    if (!wrongPassword.includes(codeOf(error))) throw error
    throw new BackendError(422, 'validation', 'The current password is wrong', {
      fields: { oldPassword: 'wrong_old_password' },
    })
  }
}

/** The profile holds the role; the token's claim is used only if the profile, or its role, is missing. */
const roleOf = async (user: User, profile: Profile | undefined) =>
  profile?.role || (await user.getIdTokenResult()).claims.role

/** Firebase's user supplies the fields that the profile omits. */
const withDefaults = ({ uid, email, displayName }: User, profile: Profile | undefined, role: unknown) => ({
  uid,
  email,
  firstname: displayName ?? '',
  ...profile,
  role,
})

type Base = ReturnType<typeof FirebaseAuthProvider>

/** Rejects with undefined if no user is signed in. */
const userOf = (base: Base) => base.getAuthUser() as Promise<User>

/** A fresh ID token, or null if no user is signed in. */
const tokenOf = async (base: Base, { auth }: Firebase) => {
  const token = await base.getJWTToken()
  await auth.authStateReady()
  // The result is also null after a network failure.
  if (token === null && auth.currentUser) throw new BackendError(0, 'unreachable', 'No fresh token')
  return token
}

const profileOf = async (me: User, { firestore }: Firebase): Promise<Profile> => {
  const profile = (await getDoc(doc(firestore, 'users', me.uid))).data()
  return withDefaults(me, profile, await roleOf(me, profile))
}

const compose = (firebase: Firebase) => {
  const { app, auth } = firebase
  const base = FirebaseAuthProvider({}, { app })
  return {
    // The parts of react-admin-firebase that work correctly. docs/decisions/6-cloud.md explains the others.
    logout: () => base.logout({}),
    checkAuth: () => base.checkAuth({}),
    token: () => tokenOf(base, firebase),
    login: ({ email, password }: Credentials) =>
      failingAsBackend(async () => (await signInWithEmailAndPassword(auth, email, password)).user.uid),
    /** The profile, including its role. @throws undefined if no user is signed in */
    getIdentity: async () => {
      const me = await userOf(base)
      return failingAsBackend(() => profileOf(me, firebase))
    },
    requestPasswordReset: (email: string) => failingAsBackend(() => sendPasswordResetEmail(auth, email)),
    changePassword: (old: string, password: string) =>
      failingAsBackend(async () => {
        const me = await userOf(base)
        await confirm(me, old)
        await updatePassword(me, password)
      }),
  }
}

let composed: Promise<ReturnType<typeof compose>> | undefined

/** Firebase sign-in, created once. */
export const identity = () => {
  composed ??= firebase()
    .then(compose)
    .catch((error: unknown) => {
      composed = undefined
      throw error
    })
  return composed
}
