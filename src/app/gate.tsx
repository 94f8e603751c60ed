import { type ComponentType, useEffect, useState } from 'react'
import { backend } from '~/src/backends/chosen-backend'
import { leave, type Notice } from '~/src/backends/session'
import { SignIn } from '~/src/pages/sign-in/sign-in'
import { goTo, targetOf } from './address'
import { openApp, preloadApp } from './open-app'
import { OpenFailed } from './open-failed'
import { Splash } from './splash'

type Opening = { readonly App?: ComponentType; readonly failed?: boolean }

const useOpening = (wanted: boolean) => {
  const [opening, setOpening] = useState<Opening>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens again.
  useEffect(() => {
    if (!wanted) return
    let current = true
    setOpening({})
    openApp()
      .then(App => current && setOpening({ App }))
      .catch(() => current && setOpening({ failed: true }))
    return () => {
      current = false
    }
  }, [wanted, attempt])
  return { ...opening, retry: () => setAttempt(attempt + 1) }
}

/** Signed in somewhere else than through the form, only to sign out. */
const signOutAtOnce = location.pathname === '/signout'

/**
 * Stands before the panel: signed out, only the sign-in page is downloaded; signed in, the panel is.
 * Doing it above the router also spares react-admin's own redirection, slow with this router.
 */
export const Gate = ({ signedIn, notice }: { signedIn: boolean; notice: Notice | null }) => {
  const [inside, setInside] = useState(signedIn)
  const leaving = signedIn && signOutAtOnce
  const { App, failed, retry } = useOpening(inside && !leaving)
  useEffect(() => {
    if (leaving) backend.signOut().then(() => leave())
  }, [leaving])

  if (App) return <App />
  if (failed) return <OpenFailed onRetry={retry} />
  if (signedIn) return <Splash />
  const enter = () => {
    goTo(targetOf(location.search, location.origin))
    setInside(true)
  }
  return <SignIn backend={backend} notice={notice} onFirstInput={preloadApp} onSignedIn={enter} />
}
