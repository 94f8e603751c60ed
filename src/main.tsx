import './app/base.css'
import './app/forced-colours.css'
import './app/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { probeStorage } from './api/browser-storage'
import { clearUserData, sessionToken, takeLeavingReason, watchSession } from './api/session'
import { settleAddress } from './app/address'
import { Gate } from './app/gate'
import { applyThemeChoice } from './app/theme-choice'

probeStorage()
applyThemeChoice()
watchSession()

const signedIn = sessionToken() !== null
const reason = takeLeavingReason()
// Data that a tab closed during sign-out may have left behind. Unfinished work waits for its user.
if (!signedIn) clearUserData({ keepWork: true })
settleAddress(signedIn)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')
createRoot(root).render(
  <StrictMode>
    <Gate signedIn={signedIn} reason={reason} />
  </StrictMode>,
)
