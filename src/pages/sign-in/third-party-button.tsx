import { useEffect, useState } from 'react'
import { signIn as texts } from '~/i18n/en.json'
import type { PublicConfig } from '~/src/backends/backend'

/** Shown only when the backend says so; its answer is not waited for, and its absence means no. */
export const ThirdPartyButton = ({ config }: { config: () => Promise<PublicConfig> }) => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    config()
      .then(said => {
        if (said.thirdPartySignIn) setAddress(said.thirdPartyUrl)
      })
      .catch(() => undefined)
  }, [config])
  if (!address) return null
  return (
    <div className="sign-in-third-party">
      <p>{texts.or}</p>
      <button type="button" onClick={() => location.assign(address)}>
        {texts.thirdParty}
      </button>
    </div>
  )
}
