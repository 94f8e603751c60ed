const TOKEN = 'vecto.session'
const CLIENT = 'vecto.client'
/** Forms being filled in (src/admin/form/draft.ts): offered back when the session ended by itself. */
export const DRAFTS = 'vecto.draft.'
/** By which address this browser is sent notices, as a digest: it is told when it changes. */
export const DEVICE = 'vecto.device'
const NOTICE = 'vecto.notice'
/** The look chosen on this browser. Also read by src/app/theme-choice.ts. */
export const THEME = 'vecto.theme'

/** A developer's choice to speak to the emulators. */
export const EMULATOR = 'vecto.emulator'

/** What says nothing about the person, and so outlives their session: this browser's name, and how its screens look. */
const isKept = (key: string) =>
  [CLIENT, THEME, EMULATOR].includes(key) || key.startsWith('vecto.store.preferences.')

/** Why someone finds themselves at the sign-in page. */
export type Notice = 'ended' | 'noRole'

/** The token that this page works with; another tab may have changed the stored one. */
let inUse: string | null = null
let leaving = false
let signingOut = false

/** The on-premise server's token; in the cloud, where Firebase keeps the tokens, only the user's uid. */
export const sessionToken = () => localStorage.getItem(TOKEN)

export const openSession = (token: string) => {
  inUse = token
  localStorage.setItem(TOKEN, token)
}

/** The person leaves: what is refused from now on is no session that ended by itself. */
export const beginSignOut = () => {
  signingOut = true
}

/** True once this page is on its way out: nothing may be stored or asked any more. */
export const isLeaving = () => leaving || signingOut

// crypto.randomUUID only exists on https and localhost; on-premise often means http on a local network.
const newUuid = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Names this browser in every call; made once. */
export const clientId = () => {
  const known = localStorage.getItem(CLIENT)
  if (known) return known
  const made = newUuid()
  localStorage.setItem(CLIENT, made)
  return made
}

/** Forgets everything about the person: the token, what lists remember, unfinished uploads … */
export const clearUserData = ({ keepDrafts = false } = {}) => {
  for (const key of Object.keys(localStorage)) if (!isKept(key)) localStorage.removeItem(key)
  for (const key of Object.keys(sessionStorage))
    if (!(keepDrafts && key.startsWith(DRAFTS))) sessionStorage.removeItem(key)
}

/** The notice left for the sign-in page; read once. */
export const takeNotice = (): Notice | null => {
  const notice = sessionStorage.getItem(NOTICE)
  sessionStorage.removeItem(NOTICE)
  return notice === 'ended' || notice === 'noRole' ? notice : null
}

const here = () => `${location.pathname}${location.search}${location.hash}`

/**
 * Ends the session in this browser and goes to the sign-in page with a full load, so that nothing of
 * it stays in memory. With `back`, signing in again leads to the same screen.
 */
export const leave = ({ notice, back = false }: { notice?: Notice; back?: boolean } = {}) => {
  if (leaving) return
  leaving = true
  const told = signingOut ? undefined : notice
  clearUserData({ keepDrafts: told === 'ended' })
  if (told) sessionStorage.setItem(NOTICE, told)
  location.replace(back && !signingOut ? `/signin?redirect=${encodeURIComponent(here())}` : '/signin')
}

/** The page is leaving because the session ended by itself: what was being typed may be offered back. */
export const isExpiring = () => leaving && sessionStorage.getItem(NOTICE) === 'ended'

const follow = () => {
  const now = sessionToken()
  if (now === inUse) return
  if (now === null) leave()
  else location.reload()
}

/** Keeps this page in step with the other tabs: signed out there, signed out here. */
export const watchSession = () => {
  inUse = sessionToken()
  addEventListener('storage', event => {
    if (event.key === TOKEN || event.key === null) follow()
  })
  // A page brought back by the browser's back button may belong to a session that has ended since.
  addEventListener('pageshow', event => {
    if (event.persisted) follow()
  })
}
