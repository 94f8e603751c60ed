import './splash.css'
import { app } from '~/i18n/en/panel.json'
import { Mark } from '~/src/auth/sign-in/mark'

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
