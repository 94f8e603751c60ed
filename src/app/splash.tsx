import './splash.css'
import { app } from '~/i18n/en/panel.json'
import { Mark } from '~/src/auth/sign-in/mark'

/** Fills the wait for the panel's own code. */
export const Splash = () => (
  <main className="splash" aria-busy="true" aria-label={app.loading}>
    <span className="splash-mark">
      <Mark size={48} />
    </span>
  </main>
)
