import { useEffect, useState } from 'react'
import { signIn as texts } from '~/i18n/en/sign-in.json'
import type { Backend, PublicConfig } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { thirdPartyProblemOf } from './problem'

type Props = {
  readonly backend: Pick<Backend, 'config' | 'signInWithThirdParty'>
  readonly onFirstInput: () => void
  readonly onSignedIn: () => void
}

type State = { readonly busy?: string; readonly problem?: string }

const gaveUp = (error: unknown) => error instanceof BackendError && error.code === 'popup_closed'

/** The page does not wait for the configuration; without it, third-party sign-in is off. */
const useConfig = ({ config }: Props['backend']) => {
  const [known, setKnown] = useState<PublicConfig>()
  useEffect(() => {
    config()
      .then(setKnown)
      .catch(() => undefined)
  }, [config])
  return known
}

const useThirdParty = ({ backend, onFirstInput, onSignedIn }: Props) => {
  const [state, setState] = useState<State>({})
  const start = async () => {
    setState({ busy: texts.thirdPartyWaiting })
    try {
      const signingIn = backend.signInWithThirdParty(() => setState({ busy: texts.settingUp }))
      onFirstInput()
      await signingIn
      onSignedIn()
    } catch (error) {
      setState(gaveUp(error) ? {} : { problem: thirdPartyProblemOf(error).text })
    }
  }
  return { ...state, start }
}

/** Sign-in at an identity provider, in a separate window. Shown only if the backend enables it. */
export const ThirdPartyButton = (props: Props) => {
  const config = useConfig(props.backend)
  const { busy, problem, start } = useThirdParty(props)
  if (!config?.thirdPartySignIn) return null
  return (
    <div className="sign-in-third-party">
      <p>{texts.or}</p>
      <div className="sign-in-problem" role="alert">
        {problem}
      </div>
      <button type="button" aria-disabled={busy !== undefined} onClick={busy ? undefined : start}>
        <span aria-live="polite">{busy ?? texts.thirdParty}</span>
      </button>
    </div>
  )
}
