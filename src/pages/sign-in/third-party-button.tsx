import { useEffect, useState } from 'react'
import { signIn as texts } from '~/i18n/en.json'
import type { Backend, PublicConfig } from '~/src/backends/backend'
import { BackendError } from '~/src/backends/backend-error'
import { problemOf } from './problem'

type Props = {
  readonly backend: Pick<Backend, 'config' | 'signInWithThirdParty'>
  readonly onSignedIn: () => void
}

type State = { readonly busy?: string; readonly problem?: string }

const gaveUp = (error: unknown) => error instanceof BackendError && error.code === 'popup_closed'

/** What the backend says is not waited for, and its absence means no. */
const useConfig = ({ config }: Props['backend']) => {
  const [known, setKnown] = useState<PublicConfig>()
  useEffect(() => {
    config()
      .then(setKnown)
      .catch(() => undefined)
  }, [config])
  return known
}

const useThirdParty = ({ backend, onSignedIn }: Props, address: string | undefined) => {
  const [state, setState] = useState<State>({})
  const byWindow = async (signIn: NonNullable<Backend['signInWithThirdParty']>) => {
    setState({ busy: texts.thirdPartyWaiting })
    try {
      await signIn(() => setState({ busy: texts.settingUp }))
      onSignedIn()
    } catch (error) {
      setState(gaveUp(error) ? {} : { problem: problemOf(error).text })
    }
  }
  const start = () => {
    if (backend.signInWithThirdParty) void byWindow(backend.signInWithThirdParty)
    else if (address) location.assign(address)
  }
  return { ...state, start }
}

/** Signing in at an identity provider: in a window of its own, or by going there. Shown only when the backend says so. */
export const ThirdPartyButton = (props: Props) => {
  const config = useConfig(props.backend)
  const { busy, problem, start } = useThirdParty(props, config?.thirdPartyUrl)
  const possible = props.backend.signInWithThirdParty ?? config?.thirdPartyUrl
  if (!config?.thirdPartySignIn || !possible) return null
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
