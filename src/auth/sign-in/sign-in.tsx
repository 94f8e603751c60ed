import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { Backend, Credentials, PublicConfig } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { storageLoss } from '~/src/api/browser-storage'
import { hasPasskeys, mayHavePasskeys } from '~/src/api/passkey-support'
import type { LeavingReason } from '~/src/api/session'
import { useEntrance, useEntranceTexts } from '~/src/auth/language'
import { lazyPart } from '~/src/ui/lazy-part'
import { Frame } from './frame'
import { otherWayProblemOf, SignInForm } from './sign-in-form'

type OtherMethodsProps = {
  readonly backend: Pick<Backend, 'config' | 'signInWithThirdParty' | 'signInWithPasskey'>
  readonly onFirstInput: () => void
  readonly onSignedIn: () => void
}

/** `start` runs in the click handler: browsers block other popups. */
type SignInMethod = {
  readonly name: 'passkey' | 'thirdParty'
  readonly waiting: 'passkeyWaiting' | 'thirdPartyWaiting'
  readonly start: (onSettingUp: () => void) => Promise<void>
}

type State = {
  readonly method?: SignInMethod['name']
  readonly busy?: 'settingUp' | SignInMethod['waiting']
  readonly problem?: ReturnType<typeof otherWayProblemOf>
}

const gaveUp = (error: unknown) =>
  error instanceof BackendError && ['popup_closed', 'passkey_closed'].includes(error.code)

/**
 * Loads the configuration without blocking the page; if it fails, only the password is offered. A platform without any
 * account opens the page that creates the first one.
 */
const useConfig = ({ config }: OtherMethodsProps['backend']) => {
  const [known, setKnown] = useState<PublicConfig>()
  useEffect(() => {
    config()
      .then(found => (found.setup ? location.replace('/setup') : setKnown(found)))
      .catch(() => undefined)
  }, [config])
  return known
}

/** Passkeys are shown before the configuration is loaded, so that the form does not move then. */
const methodsOf = (
  { signInWithThirdParty, signInWithPasskey }: OtherMethodsProps['backend'],
  config: PublicConfig | undefined,
): readonly SignInMethod[] => [
  ...(signInWithPasskey && (config ? hasPasskeys(config) : mayHavePasskeys())
    ? [{ name: 'passkey' as const, waiting: 'passkeyWaiting' as const, start: signInWithPasskey }]
    : []),
  ...(config?.thirdPartySignIn
    ? [{ name: 'thirdParty' as const, waiting: 'thirdPartyWaiting' as const, start: signInWithThirdParty }]
    : []),
]

const useSignInMethods = ({ onFirstInput, onSignedIn }: OtherMethodsProps) => {
  const [state, setState] = useState<State>({})
  const start = async (method: SignInMethod) => {
    setState({ method: method.name, busy: method.waiting })
    try {
      const signingIn = method.start(() => setState({ method: method.name, busy: 'settingUp' }))
      onFirstInput()
      await signingIn
      onSignedIn()
    } catch (error) {
      setState(gaveUp(error) ? {} : { problem: otherWayProblemOf(error) })
    }
  }
  return { ...state, start }
}

/** Ways to sign in without a password: a passkey of the device, or an identity provider, if the backend supports them. */
const OtherMethods = (props: OtherMethodsProps) => {
  const config = useConfig(props.backend)
  const texts = useEntranceTexts()
  const { method: current, busy, problem, start } = useSignInMethods(props)
  const methods = methodsOf(props.backend, config)
  if (methods.length === 0) return null
  return (
    <div className="sign-in-methods">
      <p>{texts.signIn.or}</p>
      <div className="sign-in-problem" role="alert">
        {problem?.textIn(texts)}
      </div>
      {methods.map(method => (
        <button
          key={method.name}
          type="button"
          aria-disabled={busy !== undefined}
          onClick={busy ? undefined : () => start(method)}
        >
          <span aria-live="polite">{texts.signIn[(current === method.name && busy) || method.name]}</span>
        </button>
      ))}
    </div>
  )
}

// Loaded on demand: most users have no second factor.
const CodeForm = lazyPart(() => import('./code-form').then(file => file.CodeForm))

type Props = {
  backend: Pick<Backend, 'signIn' | 'signInWithThirdParty' | 'signInWithPasskey' | 'config'>
  reason: LeavingReason | null
  /** Called on the first input, the time to preload the next page: this page is fully loaded by then. */
  onFirstInput: () => void
  onSignedIn: () => void
}

const Entrance = (props: Props & { onAsked: (credentials: Credentials) => void }) => {
  const { backend, reason, onFirstInput, onSignedIn, onAsked } = props
  const { lang } = useEntrance()
  const { signIn: texts } = useEntranceTexts()
  const isStorageLost = useSyncExternalStore(storageLoss.subscribe, storageLoss.read)
  const then = { onFirstInput, onSignedIn }
  return (
    <Frame title={texts.title} lang={lang} words={texts} lead={texts.lead}>
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
      <OtherMethods backend={backend} {...then} />
    </Frame>
  )
}

/** In the language that was chosen in this browser, else the browser's: the user's own is not known before sign-in. */
export const SignIn = (props: Props) => {
  const [asked, setAsked] = useState<Credentials>()
  const { lang } = useEntrance()
  const { factor, signIn } = useEntranceTexts()
  if (!asked) return <Entrance {...props} onAsked={setAsked} />
  return (
    <Frame title={factor.title} lang={lang} words={signIn} lead={factor.lead}>
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
