import type { FunctionComponent } from 'react'

export type SignedOutPageProps = {
  /** A user is already signed in in this browser. */
  readonly signedIn: boolean
  /** The form is being filled: the time to preload the next page. */
  readonly onFirstInput: () => void
  /** A session was created. */
  readonly onEntered: () => void
}

type LoadPage = () => Promise<FunctionComponent<SignedOutPageProps>>

/** Public pages besides the sign-in page; each is loaded at its own path. */
const signedOutPages: readonly (readonly [path: RegExp, door: LoadPage])[] = [
  [
    /^\/pw-forget\/?$/,
    () => import('~/src/auth/forgotten-password/forgotten-password').then(file => file.ForgottenPassword),
  ],
  [/^\/on-?boarding(\/|$)/, () => import('~/src/auth/onboarding/onboarding').then(file => file.Onboarding)],
]

/** The public page at a path, if there is one. */
export const signedOutPageAt = (path: string): LoadPage | undefined =>
  signedOutPages.find(([address]) => address.test(path))?.[1]
