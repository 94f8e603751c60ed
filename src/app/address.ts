import type { FunctionComponent } from 'react'
import { here } from '~/src/api/session'
import { safeTarget } from '~/src/auth/sign-in/safe-target'

export type SignedOutPageProps = {
  /** A user is already signed in in this browser. */
  readonly signedIn: boolean
  /** The form is being filled: the time to preload the next page. */
  readonly onFirstInput: () => void
  /** A session was created. */
  readonly onEntered: () => void
}

type LoadPage = () => Promise<FunctionComponent<SignedOutPageProps>>

/** Public pages in addition to the sign-in page; each is loaded at its own path. */
const signedOutPages: readonly (readonly [path: RegExp, load: LoadPage])[] = [
  [
    /^\/pw-forget\/?$/,
    () => import('~/src/auth/forgotten-password/forgotten-password').then(file => file.ForgottenPassword),
  ],
  [/^\/setup\/?$/, () => import('~/src/auth/setup/setup').then(file => file.Setup)],
  [
    /^\/watch(\/|$)/,
    () => import('~/src/features/public-links/watch/watch-page').then(file => file.WatchPage),
  ],
  [/^\/on-?boarding(\/|$)/, () => import('~/src/auth/onboarding/onboarding').then(file => file.Onboarding)],
]

/** The public page at a path, if any. */
export const signedOutPageAt = (path: string): LoadPage | undefined =>
  signedOutPages.find(([address]) => address.test(path))?.[1]

/** Paths where a session begins or ends: never the target of a redirect. */
const signInPaths: readonly string[] = ['/signin', '/signout', '/login']

const pathIn = (address: string) => address.replace(/[?#].*$/, '')

/** The target after sign-in, from the query of the sign-in page. */
export const targetOf = (search: string, origin: string) => {
  const target = safeTarget(new URLSearchParams(search).get('redirect'), origin)
  const path = pathIn(target)
  return signInPaths.includes(path) || signedOutPageAt(path) ? '/home' : target
}

/**
 * The address at which the panel opens, or null to stay. Signed out, every other path redirects to sign-in
 * and back; signed in, the sign-in page redirects to its target.
 */
export const settledAddress = (address: string, signedIn: boolean, origin: string) => {
  const path = pathIn(address)
  if (signedOutPageAt(path)) return null
  if (signedIn)
    return path === '/signin' || path === '/login' ? targetOf(new URL(address, origin).search, origin) : null
  if (path === '/signin') return null
  return signInPaths.includes(path) ? '/signin' : `/signin?redirect=${encodeURIComponent(address)}`
}

export const goTo = (address: string) => history.replaceState(null, '', address)

export const settleAddress = (signedIn: boolean) => {
  const settled = settledAddress(here(), signedIn, location.origin)
  if (settled !== null) goTo(settled)
}
