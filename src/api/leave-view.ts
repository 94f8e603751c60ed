import { asObject } from '~/model/objects'
import { sessionStore } from './browser-storage'
import { BEFORE, ENDED } from './viewed-tab'

/**
 * Gives the tab back to its user.
 * @param ended the view ended by itself
 * @returns the address that the view was opened from
 */
export const endView = (ended: boolean): string => {
  const [from, kept] = JSON.parse(sessionStore.get(BEFORE) ?? '["/home"]')
  sessionStore.clear()
  for (const [key, value] of Object.entries(asObject(kept))) sessionStore.set(key, String(value))
  if (ended) sessionStore.set(BEFORE, ENDED)
  return from
}

/** Returns to one's own session, where the view was opened. @param close tells the server, from one's own session */
export const leaveView = async (close?: () => Promise<unknown>) => {
  const from = endView(close === undefined)
  await close?.()
  location.replace(from)
}
