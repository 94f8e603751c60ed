import {
  isSignInWithEmailLink,
  sendSignInLinkToEmail,
  signInWithEmailLink,
  type User,
  updatePassword,
} from 'firebase/auth'
import { doc, getDoc } from 'firebase/firestore/lite'
import { type KeyLink, type LinkAnswers, partsOf } from '~/model/onboarding'
import type { Onboarding, RequestOptions } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { onboardingCalls } from '~/src/api/onboarding-calls'
import { clientId, openSession } from '~/src/api/session'
import { failingAsBackend, toBackendError } from './failures'
import { firebase } from './firebase'

type Call = <T>(path: string, options?: RequestOptions) => Promise<T>
type Failure = `OB${1 | 2 | 3 | 4 | 5 | 6}`

const refusal = (code: Failure, reason: string) =>
  new BackendError(400, code, reason, { body: { params: { reason } } })

/** Runs a step whose failure has its own code; network failures and rate limiting keep theirs. */
const step = async <T>(code: Failure, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const known = toBackendError(error)
    throw known.status === 0 || known.status === 429 ? known : refusal(code, known.code)
  }
}

const partsIn = ({ hash }: KeyLink) => {
  const parts = partsOf(hash)
  if (!parts) throw refusal('OB1', 'incomplete')
  return parts
}

/** Firebase's part of the link works once: on a retry after a later failure, the user is signed in. */
const signIn = async (email: string) => {
  const { auth } = await firebase()
  await auth.authStateReady()
  if (auth.currentUser?.email === email) return auth.currentUser
  return (await signInWithEmailLink(auth, email, location.href)).user
}

/** Milliseconds: the functions write the profile shortly after they have answered the invitation. */
const SET_UP = 5_000
const AGAIN = 500

const keyOf = async (uid: string): Promise<unknown> => {
  const { firestore } = await firebase()
  for (const deadline = Date.now() + SET_UP; ; ) {
    const profile = await getDoc(doc(firestore, 'users', uid))
    if (profile.exists()) return profile.data().onboardingKey
    if (Date.now() > deadline) throw new Error('no profile')
    await new Promise(resolve => setTimeout(resolve, AGAIN))
  }
}

const save = async (
  call: Call,
  user: User,
  uid: string,
  { firstname, lastname, termsAgreement }: LinkAnswers,
) =>
  call(`users/${encodeURIComponent(uid)}`, {
    method: 'PATCH',
    json: { status: 'active', onboardingKey: null, termsAgreement, firstname, lastname },
    headers: { Authorization: `Bearer ${await user.getIdToken()}`, 'X-Client-Id': clientId() },
  })

/** Links whose account was saved, but not its password. */
const saved = new Set<string>()

const open = async (call: Call, link: KeyLink, answers: LinkAnswers) => {
  const { uid, key } = partsIn(link)
  const user = await step('OB3', () => signIn(answers.email?.toLowerCase() ?? ''))
  if (!saved.has(link.hash)) {
    if ((await step('OB4', () => keyOf(uid))) !== key) throw refusal('OB2', 'key')
    await step('OB5', () => save(call, user, uid, answers))
    saved.add(link.hash)
  }
  await step('OB6', () => updatePassword(user, answers.password ?? ''))
  openSession(user.uid)
  return true
}

/**
 * An invitation is a sign-in link of Firebase that ends with the panel's key; the functions handle groups.
 * @param call calls the functions without authentication
 */
export const onboarding = (call: Call): Onboarding => {
  const functions = onboardingCalls(call, () => undefined)
  return {
    read: async link => {
      if (link.type !== 'invite') return functions.read(link)
      partsIn(link)
      const { auth } = await firebase()
      if (!isSignInWithEmailLink(auth, location.href)) throw refusal('OB3', 'no_sign_in')
      return { type: 'invite' }
    },
    complete: (link, answers) =>
      link.type === 'invite' ? open(call, link, answers) : functions.complete(link, answers),
  }
}

/** Makes Firebase send the link, in the invited user's language. @throws BackendError */
export const sendInvitation = ({ email, lang, hash }: { email: string; lang: string; hash: string }) =>
  failingAsBackend(async () => {
    const { auth } = await firebase()
    auth.languageCode = lang
    const url = `${location.origin}/onboarding/${hash}`
    await sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true })
  })
