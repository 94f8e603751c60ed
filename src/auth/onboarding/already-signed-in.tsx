import { useState } from 'react'
import { backend } from '~/src/api/chosen-backend'
import { clearUserData } from '~/src/api/session'
import type { Texts } from './texts'

/** A session is open in this browser: it would be mistaken for the one that the link creates. */
export const AlreadySignedIn = ({ texts: { signedIn } }: { texts: Texts }) => {
  const [busy, setBusy] = useState(false)
  const signOut = async () => {
    setBusy(true)
    await backend.signOut()
    clearUserData()
    location.reload()
  }
  return (
    <>
      <p className="sign-in-message onboarding-text" role="status">
        {signedIn.title}. {signedIn.text}
      </p>
      <button
        type="button"
        className="sign-in-submit"
        aria-disabled={busy}
        onClick={() => !busy && signOut()}
      >
        {signedIn.signOut}
      </button>
      <a className="sign-in-submit onboarding-action quiet" href="/home">
        {signedIn.stay}
      </a>
    </>
  )
}
