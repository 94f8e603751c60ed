import { asObject } from '~/model/objects'
import { sessionStore } from './browser-storage'
import { BEFORE, ENDED } from './viewed-tab'

/**
 * Restores the tab's own session storage.
 * @param ended the view has expired
 * @returns the URL from which the view was opened
 */
export const endView = (ended: boolean): string => {
  const [from, kept] = JSON.parse(sessionStore.get(BEFORE) ?? '["/home"]')
  sessionStore.clear()
  for (const [key, value] of Object.entries(asObject(kept))) sessionStore.set(key, String(value))
  if (ended) sessionStore.set(BEFORE, ENDED)
  return from
}

/**
 * Returns to the user's own session, where the view was opened. @param close ends the view on the server, in the user's
 * own session
 */
export const leaveView = async (close?: () => Promise<unknown>) => {
  const from = endView(close === undefined)
  await close?.()
  location.replace(from)
}
