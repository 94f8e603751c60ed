import { type FunctionComponent, useEffect, useState } from 'react'
import { backend } from '~/src/api/chosen-backend'
import { leave, type Notice } from '~/src/api/session'
import { SignIn } from '~/src/auth/sign-in/sign-in'
import { goTo, targetOf } from './address'
import { openApp, preloadApp } from './open-app'
import { OpenFailed } from './open-failed'
import { type SignedOutPageProps, signedOutPageAt } from './signed-out-pages'
import { Splash } from './splash'

type Page = FunctionComponent<SignedOutPageProps>
type Opening = { readonly Page?: Page; readonly failed?: boolean }

/** Fetches a page; without `open`, none is wanted. */
const useOpening = (open: (() => Promise<Page>) | undefined) => {
  const [opening, setOpening] = useState<Opening>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens again.
  useEffect(() => {
    if (!open) return
    let current = true
    // A page that leads on stays, busy, until what it leads to is there.
    setOpening(({ Page }) => ({ Page }))
    open()
      .then(Page => current && setOpening({ Page }))
      .catch(() => current && setOpening({ failed: true }))
    return () => {
      current = false
    }
  }, [open, attempt])
  return { ...opening, retry: () => setAttempt(attempt + 1) }
}

/** Signed in somewhere else than through the form, only to sign out. */
const signOutAtOnce = location.pathname === '/signout'

/**
 * Stands before the panel: signed out, only the sign-in page is downloaded, or what else is open to everyone; signed in,
 * the panel is. Doing it above the router also spares react-admin's own redirection, slow with this router.
 */
export const Gate = ({ signedIn, notice }: { signedIn: boolean; notice: Notice | null }) => {
  const [door, setDoor] = useState(() => signedOutPageAt(location.pathname))
  const [inside, setInside] = useState(signedIn)
  const leaving = signedIn && signOutAtOnce
  const { Page, failed, retry } = useOpening(door ?? (inside && !leaving ? openApp : undefined))
  useEffect(() => {
    if (leaving) backend.signOut().then(() => leave())
  }, [leaving])

  const enter = (address: string) => {
    goTo(address)
    setDoor(undefined)
    setInside(true)
  }
  if (failed) return <OpenFailed onRetry={retry} />
  if (Page) return <Page signedIn={signedIn} onFirstInput={preloadApp} onEntered={() => enter('/home')} />
  if (signedIn || door) return <Splash />
  const signIn = () => enter(targetOf(location.search, location.origin))
  return <SignIn backend={backend} notice={notice} onFirstInput={preloadApp} onSignedIn={signIn} />
}
