/** In this tab alone: the token of one who sees the panel as another user. It goes before one's own. */
const VIEW = 'vecto.view'
/** What the tab held before the view, and the address to come back to. */
const BEFORE = 'vecto.before'
/** The view ended by itself; the page says so once. */
const ENDED = 'vecto.viewEnded'

export const viewToken = () => sessionStorage.getItem(VIEW)

/** What a user has in this tab is put aside: lists and drafts of their own are no part of the view. */
export const beginView = (token: string, from: string) => {
  const before = JSON.stringify([from, Object.entries(sessionStorage)])
  sessionStorage.clear()
  sessionStorage.setItem(BEFORE, before)
  sessionStorage.setItem(VIEW, token)
}

/**
 * Gives the tab back to its user.
 * @param ended the view ended by itself
 * @returns the address that the view was opened from
 */
export const endView = (ended: boolean): string => {
  const [from, kept]: [string, [string, string][]] = JSON.parse(
    sessionStorage.getItem(BEFORE) ?? '["/home",[]]',
  )
  sessionStorage.clear()
  for (const [key, value] of kept) sessionStorage.setItem(key, value)
  if (ended) sessionStorage.setItem(ENDED, 'true')
  return from
}

/** True once after a view that ended by itself. */
export const takeViewEnded = () => {
  const ended = sessionStorage.getItem(ENDED) !== null
  sessionStorage.removeItem(ENDED)
  return ended
}

/** Does the page have something to say about a view? */
export const hasViewNews = () => viewToken() !== null || sessionStorage.getItem(ENDED) !== null
