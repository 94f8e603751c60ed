import './splash.css'
import { app } from '~/i18n/en/app'
import { Mark } from '~/src/auth/sign-in/mark'

/** Shown while the panel's code is loaded. */
export const Splash = () => (
  <main className="splash" aria-busy="true" aria-label={app.loading}>
    <span className="splash-mark">
      <Mark size={48} />
    </span>
  </main>
)

/** Shown before any language is known, hence in English. */
export const OpenFailed = ({ onRetry }: { onRetry: () => void }) => (
  <main className="splash" role="alert">
    <Mark size={48} />
    <h1>{app.openFailed.title}</h1>
    <p>{app.openFailed.text}</p>
    <button type="button" onClick={onRetry}>
      {app.openFailed.retry}
    </button>
  </main>
)
