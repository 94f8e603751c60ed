import { sessionStore } from './browser-storage'
/** In this tab alone: the token of one who sees the panel as another user. It goes before one's own. */
export const VIEW = 'vecto.view'
/** What the tab held before the view, and the address to come back to; `ENDED` once the view has ended by itself. */
export const BEFORE = 'vecto.before'
export const ENDED = 'ended'

export const viewToken = () => sessionStore.get(VIEW)

/** Does the page have something to say about a view? */
export const hasViewNews = () => sessionStore.get(BEFORE) !== null
