import { BEFORE, ENDED, VIEW } from '~/src/api/viewed-tab'

/** What a user has in this tab is put aside: lists and drafts of their own are no part of the view. */
export const beginView = (token: string, from: string) => {
  const before = JSON.stringify([from, { ...sessionStorage }])
  sessionStorage.clear()
  sessionStorage.setItem(BEFORE, before)
  sessionStorage.setItem(VIEW, token)
}

/** Opens the panel as another user sees it, with a full page load. */
export const openView = (token: string) => {
  beginView(token, location.pathname + location.search + location.hash)
  location.assign('/home')
}

/** True once after a view that ended by itself. */
export const takeViewEnded = () => {
  const ended = sessionStorage.getItem(BEFORE) === ENDED
  if (ended) sessionStorage.removeItem(BEFORE)
  return ended
}
