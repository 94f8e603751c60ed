import './splash.css'
import { app } from '~/i18n/en/panel.json'
import { Mark } from '~/src/auth/sign-in/mark'

/** Shown while the panel's code is loaded. */
export const Splash = () => (
  <main className="splash" aria-busy="true" aria-label={app.loading}>
    <span className="splash-mark">
      <Mark size={48} />
    </span>
  </main>
)
