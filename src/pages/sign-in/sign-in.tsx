import { signIn as texts } from '~/i18n/en.json'
import type { Backend } from '~/src/backends/backend'
import type { Notice } from '~/src/backends/session'
import { Frame } from './frame'
import { SignInForm } from './sign-in-form'
import { ThirdPartyButton } from './third-party-button'

type Props = {
  backend: Pick<Backend, 'signIn' | 'signInWithThirdParty' | 'config'>
  notice: Notice | null
  /** The moment to fetch what comes next: the form is being filled, and the page itself is all there. */
  onFirstInput: () => void
  onSignedIn: () => void
}

/** In English: nobody's language is known before sign-in. */
export const SignIn = ({ backend, notice, onFirstInput, onSignedIn }: Props) => (
  <Frame title={texts.title} lang="en" words={texts} lead={texts.lead}>
    {notice && (
      <p className="sign-in-notice" role="status">
        {texts[notice]}
      </p>
    )}
    <SignInForm signIn={backend.signIn} onFirstInput={onFirstInput} onSignedIn={onSignedIn} />
    <a className="sign-in-link" href="/pw-forget">
      {texts.forgotten}
    </a>
    <ThirdPartyButton backend={backend} onSignedIn={onSignedIn} />
  </Frame>
)
