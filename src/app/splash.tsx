import './splash.css'
import { app } from '~/i18n/en/app'
import { messageOf } from '~/model/errors'
import { BackendError } from '~/src/api/backend-error'
import { Mark } from '~/src/auth/sign-in/mark'
import { isNotLoaded } from '~/src/ui/load-part'

/** Shown while the panel's code is loaded. */
export const Splash = () => (
  <main className="splash" aria-busy="true" aria-label={app.loading}>
    <span className="splash-mark">
      <Mark size={48} />
    </span>
  </main>
)

/** Shown before any language is known, hence in English. */
export const OpenFailed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <main className="splash" role="alert">
    <Mark size={48} />
    <h1>{app.openFailed.title}</h1>
    <p>
      {error instanceof BackendError || isNotLoaded(error)
        ? app.openFailed.text
        : app.openFailed.script.replace('%{message}', messageOf(error))}
    </p>
    <button type="button" onClick={onRetry}>
      {app.openFailed.retry}
    </button>
  </main>
)
