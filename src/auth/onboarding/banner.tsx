import { useState } from 'react'
import { localStore } from '~/src/api/browser-storage'
import type { Texts } from './texts'

/** The key under which the panel's own banners store that they were dismissed (src/ui/info-banner.tsx). */
const KEY = 'vecto.store.preferences.banners.onboarding'

/** A help banner, which stays hidden once it is dismissed. */
export const Banner = ({ texts }: { texts: Texts }) => {
  const [dismissed, setDismissed] = useState(() => localStore.get(KEY) === 'true')
  const close = () => {
    localStore.set(KEY, 'true')
    setDismissed(true)
  }
  if (dismissed) return null
  return (
    <div className="onboarding-banner" role="note">
      <p>{texts.banner}</p>
      <button type="button" aria-label={texts.closeBanner} onClick={close}>
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
          <path d="m2 2 10 10M12 2 2 12" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  )
}
