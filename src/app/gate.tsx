import './splash.css'
import { type FunctionComponent, useEffect, useState } from 'react'
import { opening } from '~/i18n/en/opening'
import { messageOf } from '~/model/errors'
import { BackendError } from '~/src/api/backend-error'
import { backend } from '~/src/api/chosen-backend'
import { type LeavingReason, leave } from '~/src/api/session'
import { useEntrance } from '~/src/auth/language'
import { Mark } from '~/src/auth/sign-in/frame'
import { SignIn } from '~/src/auth/sign-in/sign-in'
import { isNotLoaded } from '~/src/ui/lazy-part'
import { goTo, type SignedOutPageProps, signedOutPageAt, targetOf } from './address'
import { openApp, preloadApp, preloadWhenIdle } from './open-app'

const { app } = opening

/** Shown while the panel's code is loaded. */
const Splash = () => (
  <main className="splash" aria-busy="true" aria-label={app.loading}>
    <span className="splash-mark">
      <Mark size={48} />
    </span>
  </main>
)

/** Shown before any language is known, and therefore in English. */
const OpenFailed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <main className="splash" role="alert">
    <Mark size={48} />
    <h1>{app.openFailed.title}</h1>
    <p>
      {error instanceof BackendError || isNotLoaded(error)
        ? app.openFailed.text
        : app.openFailed.script.replace('%{message}', messageOf(error))}
    </p>
    <button type="button" onClick={onRetry}>
      {app.openFailed.retry}
    </button>
  </main>
)

type Page = FunctionComponent<SignedOutPageProps>
type Opening = { readonly Page?: Page; readonly failed?: unknown }

/** Loads a page; without `open`, loads none. */
const useOpening = (open: (() => Promise<Page>) | undefined) => {
  const [opening, setOpening] = useState<Opening>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens again.
  useEffect(() => {
    if (!open) return
    let current = true
    // The current page stays, busy, until the next one is loaded.
    setOpening(({ Page }) => ({ Page }))
    open()
      .then(Page => current && setOpening({ Page }))
      .catch((failed: unknown) => current && setOpening({ failed }))
    return () => {
      current = false
    }
  }, [open, attempt])
  return { ...opening, retry: () => setAttempt(attempt + 1) }
}

/** True if the panel was opened at /signout, only to sign out. */
const signOutAtOnce = location.pathname === '/signout'

/**
 * Entry point of the panel: signed out, it loads only the sign-in page or another public page; signed in, the
 * panel. Deciding this above the router also avoids react-admin's own redirect, slow with this router.
 */
export const Gate = ({ signedIn, reason }: { signedIn: boolean; reason: LeavingReason | null }) => {
  const [signedOutPage, setSignedOutPage] = useState(() => signedOutPageAt(location.pathname))
  const [inside, setInside] = useState(signedIn)
  const { texts } = useEntrance()
  const leaving = signedIn && signOutAtOnce
  const { Page, failed, retry } = useOpening(signedOutPage ?? (inside && !leaving ? openApp : undefined))
  useEffect(() => {
    if (leaving) backend.signOut().then(() => leave())
  }, [leaving])

  const isSigningIn = !signedIn && !inside && signedOutPage === undefined && texts !== undefined
  useEffect(() => (isSigningIn ? preloadWhenIdle() : undefined), [isSigningIn])

  const enter = (address: string) => {
    goTo(address)
    setSignedOutPage(undefined)
    setInside(true)
  }
  if (failed) return <OpenFailed error={failed} onRetry={retry} />
  const isSignedOut = signedOutPage !== undefined || !inside
  if (isSignedOut && !texts) return <Splash />
  if (Page) return <Page signedIn={signedIn} onFirstInput={preloadApp} onEntered={() => enter('/home')} />
  if (signedIn || signedOutPage) return <Splash />
  const signIn = () => enter(targetOf(location.search, location.origin))
  return <SignIn backend={backend} reason={reason} onFirstInput={preloadApp} onSignedIn={signIn} />
}
