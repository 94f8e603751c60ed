import { sessionStore } from '~/src/api/browser-storage'
import { BEFORE, ENDED, VIEW } from '~/src/api/viewed-tab'

/**
 * Stores a session for viewing as another user, and sets aside the tab's session storage: the viewer's own lists and
 * drafts are not part of the view.
 */
export const beginView = (token: string, from: string) => {
  const before = JSON.stringify([from, sessionStore.entries()])
  sessionStore.clear()
  sessionStore.set(BEFORE, before)
  sessionStore.set(VIEW, token)
}

/** Opens the panel as another user sees it, with a full page load. */
export const openView = (token: string) => {
  beginView(token, location.pathname + location.search + location.hash)
  location.assign('/home')
}

/** True once after a view that ended by itself. */
export const takeViewEnded = () => {
  const ended = sessionStore.get(BEFORE) === ENDED
  if (ended) sessionStore.remove(BEFORE)
  return ended
}
