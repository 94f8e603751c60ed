import type { FunctionComponent } from 'react'

export type SignedOutPageProps = {
  /** Somebody is signed in in this browser already. */
  readonly signedIn: boolean
  /** The form is being filled: the moment to fetch what comes next. */
  readonly onFirstInput: () => void
  /** A session has begun. */
  readonly onEntered: () => void
}

type LoadPage = () => Promise<FunctionComponent<SignedOutPageProps>>

/** Pages for who is signed out, beside the sign-in page; each is fetched at its own address. */
const signedOutPages: readonly (readonly [path: RegExp, door: LoadPage])[] = [
  [
    /^\/pw-forget\/?$/,
    () => import('~/src/auth/forgotten-password/forgotten-password').then(file => file.ForgottenPassword),
  ],
  [/^\/on-?boarding(\/|$)/, () => import('~/src/auth/onboarding/onboarding').then(file => file.Onboarding)],
]

/** The page at an address that is open to everyone, if it is one. */
export const signedOutPageAt = (path: string): LoadPage | undefined =>
  signedOutPages.find(([address]) => address.test(path))?.[1]
