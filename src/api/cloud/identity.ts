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

const wrongPassword = ['auth/wrong-password', 'auth/invalid-credential', 'auth/invalid-login-credentials']

/** Confirms the current password, without which Firebase changes it only soon after a sign-in. */
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

/** The role stands in the profile; the token's claim serves only where the profile, or its role, is missing. */
const roleOf = async (user: User, profile: Profile | undefined) =>
  profile?.role || (await user.getIdTokenResult()).claims.role

/** What the profile leaves out, Firebase may know. */
const withDefaults = ({ uid, email, displayName }: User, profile: Profile | undefined, role: unknown) => ({
  uid,
  email,
  firstname: displayName ?? '',
  ...profile,
  role,
})

type Base = ReturnType<typeof FirebaseAuthProvider>

/** Rejects with undefined when nobody is signed in. */
const userOf = (base: Base) => base.getAuthUser() as Promise<User>

/** A fresh ID token, or null when nobody is signed in. */
const tokenOf = async (base: Base, { auth }: Firebase) => {
  const token = await base.getJWTToken()
  await auth.authStateReady()
  // It answers null for a lost line, too.
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
    // What react-admin-firebase does as it should. The rest of it is ours: docs/decisions/6-cloud.md says why.
    logout: () => base.logout({}),
    checkAuth: () => base.checkAuth({}),
    token: () => tokenOf(base, firebase),
    login: ({ email, password }: Credentials) =>
      failingAsBackend(async () => (await signInWithEmailAndPassword(auth, email, password)).user.uid),
    /** The profile, its role included. @throws undefined when nobody is signed in */
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

/** Sign-in with Firebase, made once. */
export const identity = () => {
  composed ??= firebase()
    .then(compose)
    .catch((error: unknown) => {
      composed = undefined
      throw error
    })
  return composed
}
