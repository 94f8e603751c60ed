import { localStore, sessionStore } from './browser-storage'
import { leaveView } from './leave-view'
import { viewToken } from './viewed-tab'

const TOKEN = 'vecto.session'
const CLIENT = 'vecto.client'
/** Prefix of form drafts (src/admin/form/draft.tsx), followed by the uid of the user who typed them. */
export const DRAFTS = 'vecto.draft.'
/** Prefix of uploads that can be resumed (src/upload/unfinished.ts): that of tus-js-client. */
export const UPLOADS = 'tus::'
/** A digest of this browser's push subscription: a change is sent to the server. */
export const DEVICE = 'vecto.device'
const LEAVING_REASON = 'vecto.leavingReason'
/** The theme chosen on this browser. Also read by src/app/theme-choice.ts. */
export const THEME = 'vecto.theme'

/** The language chosen on the pages before sign-in (src/auth/language.ts). */
export const LANGUAGE = 'vecto.language'

/** A developer's choice to use the emulators. */
export const EMULATOR = 'vecto.emulator'

/** Prefix of the views that users of the cloud build saved in this browser. */
export const VIEWS = 'vecto.views.'

/**
 * Keys that outlive the session: this browser's id, display preferences, and views saved in the browser for lack of a
 * server that stores them.
 */
const isKept = (key: string) =>
  [CLIENT, THEME, LANGUAGE, EMULATOR].includes(key) ||
  [VIEWS, 'vecto.store.preferences.'].some(start => key.startsWith(start))

/** The reason a user is redirected to the sign-in page. */
export type LeavingReason = 'ended' | 'noRole'

/** The token that this page uses; another tab may have changed the stored one. */
let inUse: string | null = null
let leaving = false
let signingOut = false
/** True if the page is unloading, and its user may return to unfinished work. */
let keepingWork = false
/** The uid of the page's user, once it is known. */
let user: string | undefined
const beforeLeaving = new Set<() => void>()

/** The user's own token, even while this tab views the panel as another user. */
export const ownToken = () => localStore.get(TOKEN)

/** The on-premise server's token; in the cloud, where Firebase stores the tokens, only the user's uid. */
export const sessionToken = () => ownToken() && (viewToken() ?? ownToken())

export const openSession = (token: string) => {
  inUse = token
  localStore.set(TOKEN, token)
}

export const noteUser = (uid: string) => {
  user = uid
}

export const userOfPage = () => user

/**
 * Registers a function that stores data before the page unloads without a sign-out here: the page may be gone before
 * any timer or event. @returns a function that unregisters it
 */
export const onLeaving = (store: () => void) => {
  beforeLeaving.add(store)
  return () => void beforeLeaving.delete(store)
}

/** Called when the user signs out: a 401 from now on does not mean that the session expired. */
export const beginSignOut = () => {
  signingOut = true
}

/** True once this page is unloading: nothing may be stored or requested any more. */
export const isLeaving = () => leaving || signingOut

// crypto.randomUUID only exists on https and localhost; on-premise often means http on a local network.
export const newUuid = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Identifies this browser in every call; created once. */
export const clientId = () => {
  const known = localStore.get(CLIENT)
  if (known) return known
  const made = newUuid()
  localStore.set(CLIENT, made)
  return made
}

/** The prefix of a user's uploads: their owner is part of the key. */
export const uploadsOf = (uid: string) => `${UPLOADS}@${uid}::`

/** True for unfinished work, which is shown only to the user in its key. */
const isWork = (key: string) => [DRAFTS, UPLOADS].some(start => key.startsWith(start))

const isWorkOfOthers = (key: string) =>
  user !== undefined &&
  (key.startsWith(DRAFTS)
    ? !key.startsWith(`${DRAFTS}${user}.`)
    : key.startsWith(`${UPLOADS}@`) && !key.startsWith(uploadsOf(user)))

/**
 * Removes all data of the user: the token, stored list parameters …
 * @param keepWork keeps drafts and unfinished uploads, if the user has not signed out here
 */
export const clearUserData = ({ keepWork = false } = {}) => {
  const stays = (key: string) => (keepWork && isWork(key)) || isWorkOfOthers(key)
  for (const key of localStore.keys()) if (!isKept(key) && !stays(key)) localStore.remove(key)
  for (const key of sessionStore.keys()) if (!stays(key)) sessionStore.remove(key)
}

/** The reason stored for the sign-in page; read once. */
export const takeLeavingReason = (): LeavingReason | null => {
  const reason = sessionStore.get(LEAVING_REASON)
  sessionStore.remove(LEAVING_REASON)
  return reason === 'ended' || reason === 'noRole' ? reason : null
}

/** The path, query and hash of the page. */
export const here = () => `${location.pathname}${location.search}${location.hash}`

type Leaving = {
  readonly reason?: LeavingReason
  readonly back?: boolean
  /** Signed out in another tab: this one may have unfinished work that the other did not know of. */
  readonly elsewhere?: boolean
  readonly closeView?: () => Promise<unknown>
}

/**
 * Ends the session in this browser and opens the sign-in page with a full page load, so that nothing of it stays in
 * memory. With `back`, signing in again returns to the same screen. If a view as another user has expired, or
 * `closeView` ends it, the user's own session continues.
 */
export const leave = ({ reason, back = false, elsewhere = false, closeView }: Leaving = {}) => {
  if (leaving) return
  leaving = true
  if (viewToken() && (closeView || reason === 'ended') && !signingOut) return void leaveView(closeView)
  const shown = signingOut ? undefined : reason
  keepingWork = shown === 'ended' || (elsewhere && !signingOut)
  if (keepingWork) for (const store of beforeLeaving) store()
  clearUserData({ keepWork: keepingWork })
  if (shown) sessionStore.set(LEAVING_REASON, shown)
  location.replace(back && !signingOut ? `/signin?redirect=${encodeURIComponent(here())}` : '/signin')
}

/** True if the page is unloading without a sign-out here: drafts are offered again. */
export const isExpiring = () => leaving && keepingWork

const follow = () => {
  const now = ownToken()
  if (now === inUse) return
  if (now === null) leave({ elsewhere: true, back: true })
  else location.reload()
}

/** Syncs this page with the other tabs: signing out there signs out here. */
export const watchSession = () => {
  inUse = ownToken()
  addEventListener('storage', event => {
    if (event.key === TOKEN || event.key === null) follow()
  })
  // A page restored from the back/forward cache may belong to a session that has ended since.
  addEventListener('pageshow', event => {
    if (event.persisted) follow()
  })
}
