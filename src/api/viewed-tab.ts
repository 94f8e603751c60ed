import { sessionStore } from './browser-storage'
/** The token of a view as another user, in this tab only. It takes precedence over the user's own. */
export const VIEW = 'vecto.view'
/** The tab's session storage before the view, and the URL to return to; `ENDED` once the view has expired. */
export const BEFORE = 'vecto.before'
export const ENDED = 'ended'

export const viewToken = () => sessionStore.get(VIEW)

/** Whether the page has a notice about a view. */
export const hasViewNews = () => sessionStore.get(BEFORE) !== null
