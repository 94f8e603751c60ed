import { Suspense, useState, useSyncExternalStore } from 'react'
import { factor, signIn as texts } from '~/i18n/en/sign-in'
import type { Backend, Credentials } from '~/src/api/backend'
import { storageLoss } from '~/src/api/browser-storage'
import type { LeavingReason } from '~/src/api/session'
import { lazyPart } from '~/src/ui/lazy-part'
import { Frame } from './frame'
import { OtherWays } from './other-ways'
import { SignInForm } from './sign-in-form'

// Loaded on demand: most users have no second factor.
const CodeForm = lazyPart(() => import('./code-form').then(file => ({ default: file.CodeForm })))

type Props = {
  backend: Pick<Backend, 'signIn' | 'signInWithThirdParty' | 'signInWithPasskey' | 'config'>
  reason: LeavingReason | null
  /** The time to preload the next page: the form is being filled, and this page is fully loaded. */
  onFirstInput: () => void
  onSignedIn: () => void
}

const Entrance = (props: Props & { onAsked: (credentials: Credentials) => void }) => {
  const { backend, reason, onFirstInput, onSignedIn, onAsked } = props
  const isStorageLost = useSyncExternalStore(storageLoss.subscribe, storageLoss.read)
  const then = { onFirstInput, onSignedIn }
  return (
    <Frame title={texts.title} lang="en" words={texts} lead={texts.lead}>
      {reason && (
        <p className="sign-in-message" role="status">
          {texts[reason]}
        </p>
      )}
      {isStorageLost && (
        <p className="sign-in-message" role="note">
          {texts.storageLost}
        </p>
      )}
      <SignInForm signIn={backend.signIn} onAsked={onAsked} {...then} />
      <a className="sign-in-link" href="/pw-forget">
        {texts.forgotten}
      </a>
      <OtherWays backend={backend} {...then} />
    </Frame>
  )
}

/** In English: the user's language is not known before sign-in. */
export const SignIn = (props: Props) => {
  const [asked, setAsked] = useState<Credentials>()
  if (!asked) return <Entrance {...props} onAsked={setAsked} />
  return (
    <Frame title={factor.title} lang="en" words={texts} lead={factor.lead}>
      <Suspense>
        <CodeForm
          signIn={props.backend.signIn}
          credentials={asked}
          onSignedIn={props.onSignedIn}
          onBack={() => setAsked(undefined)}
        />
      </Suspense>
    </Frame>
  )
}
