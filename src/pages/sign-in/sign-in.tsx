import './sign-in.css'
import { useEffect } from 'react'
import { app, signIn as texts } from '~/i18n/en.json'
import type { Backend } from '~/src/backends/backend'
import type { Notice } from '~/src/backends/session'
import { Globe } from './globe'
import { Mark } from './mark'
import { SignInForm } from './sign-in-form'
import { ThirdPartyButton } from './third-party-button'

type Props = {
  backend: Pick<Backend, 'signIn' | 'signInWithThirdParty' | 'config'>
  notice: Notice | null
  /** The moment to fetch what comes next: the form is being filled, and the page itself is all there. */
  onFirstInput: () => void
  onSignedIn: () => void
}

const Art = () => (
  <aside className="sign-in-art" aria-hidden="true">
    <Globe />
    <div className="sign-in-words">
      <p className="sign-in-slogan">{texts.artTitle}</p>
      <p>{texts.artText}</p>
    </div>
  </aside>
)

/** In English: nobody's language is known before sign-in. */
export const SignIn = ({ backend, notice, onFirstInput, onSignedIn }: Props) => {
  useEffect(() => {
    document.title = `${texts.title} — ${app.name}`
    document.documentElement.lang = 'en'
  }, [])
  return (
    <div className="sign-in">
      <Art />
      <main className="sign-in-main">
        <div className="sign-in-card">
          <p className="sign-in-brand">
            <Mark size={36} />
            <span>{app.name}</span>
          </p>
          <h1>{texts.title}</h1>
          <p className="sign-in-lead">{texts.lead}</p>
          {notice && (
            <p className="sign-in-notice" role="status">
              {texts[notice]}
            </p>
          )}
          <SignInForm signIn={backend.signIn} onFirstInput={onFirstInput} onSignedIn={onSignedIn} />
          <ThirdPartyButton backend={backend} onSignedIn={onSignedIn} />
        </div>
      </main>
    </div>
  )
}
