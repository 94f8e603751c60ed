import { useEffect, useState } from 'react'
import { signIn as texts } from '~/i18n/en/sign-in'
import type { Backend, PublicConfig } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { hasPasskeys, mayHavePasskeys } from '~/src/api/passkey-support'
import { otherWayProblemOf } from './problem'

type Props = {
  readonly backend: Pick<Backend, 'config' | 'signInWithThirdParty' | 'signInWithPasskey'>
  readonly onFirstInput: () => void
  readonly onSignedIn: () => void
}

/** `start` runs in the click: browsers open windows for clicks alone. */
type Way = {
  readonly label: string
  readonly waiting: string
  readonly start: (onSettingUp: () => void) => Promise<void>
}

type State = { readonly way?: Way; readonly busy?: string; readonly problem?: string }

const gaveUp = (error: unknown) =>
  error instanceof BackendError && ['popup_closed', 'passkey_closed'].includes(error.code)

/** The page does not wait for the configuration; without it, there is the password alone. */
const useConfig = ({ config }: Props['backend']) => {
  const [known, setKnown] = useState<PublicConfig>()
  useEffect(() => {
    config()
      .then(setKnown)
      .catch(() => undefined)
  }, [config])
  return known
}

/** Passkeys are shown at once, so that the form does not move when the configuration is there. */
const waysOf = (
  { signInWithThirdParty, signInWithPasskey }: Props['backend'],
  config: PublicConfig | undefined,
): readonly Way[] => [
  ...(signInWithPasskey && (config ? hasPasskeys(config) : mayHavePasskeys())
    ? [{ label: texts.passkey, waiting: texts.passkeyWaiting, start: signInWithPasskey }]
    : []),
  ...(config?.thirdPartySignIn
    ? [{ label: texts.thirdParty, waiting: texts.thirdPartyWaiting, start: signInWithThirdParty }]
    : []),
]

const useWays = ({ onFirstInput, onSignedIn }: Props) => {
  const [state, setState] = useState<State>({})
  const start = async (way: Way) => {
    setState({ way, busy: way.waiting })
    try {
      const signingIn = way.start(() => setState({ way, busy: texts.settingUp }))
      onFirstInput()
      await signingIn
      onSignedIn()
    } catch (error) {
      setState(gaveUp(error) ? {} : { problem: otherWayProblemOf(error).text })
    }
  }
  return { ...state, start }
}

/** Sign-in without a password here: by a passkey of the device, or at an identity provider. What the backend has. */
export const OtherWays = (props: Props) => {
  const config = useConfig(props.backend)
  const { way: current, busy, problem, start } = useWays(props)
  const ways = waysOf(props.backend, config)
  if (ways.length === 0) return null
  return (
    <div className="sign-in-ways">
      <p>{texts.or}</p>
      <div className="sign-in-problem" role="alert">
        {problem}
      </div>
      {ways.map(way => (
        <button
          key={way.label}
          type="button"
          aria-disabled={busy !== undefined}
          onClick={busy ? undefined : () => start(way)}
        >
          <span aria-live="polite">{current?.label === way.label ? busy : way.label}</span>
        </button>
      ))}
    </div>
  )
}
