import type { Store } from 'react-admin'
import { localStore, sessionStore } from '~/src/api/browser-storage'
import { isLeaving } from '~/src/api/session'
import { isPhone } from '~/src/ui/phone'
import { storedThemeChoice, storeThemeChoice } from './theme-choice'

const PREFIX = 'vecto.store.'

type Place = {
  get: (key: string) => unknown
  set: (key: string, value: unknown) => void
  keys: () => string[]
}

const parse = (text: string | null): unknown => {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const inStorage = (storage: typeof localStore): Place => ({
  get: key => parse(storage.get(PREFIX + key)),
  set: (key, value) => {
    // A page that is signing out must not write after the storage was cleared.
    if (value === undefined) storage.remove(PREFIX + key)
    else if (!isLeaving()) storage.set(PREFIX + key, JSON.stringify(value))
  },
  keys: () =>
    storage
      .keys()
      .filter(key => key.startsWith(PREFIX))
      .map(key => key.slice(PREFIX.length)),
})

/** Separate from the rest: the theme belongs to the browser, not to the user, and sign-in uses it too. */
const themePlace: Place = {
  get: () => storedThemeChoice() ?? undefined,
  set: (_key, value) => storeThemeChoice(value === 'light' || value === 'dark' ? value : undefined),
  keys: () => [],
}

/** Kept until the page unloads: the language, which belongs to the user and not to the browser, and a phone's open menu. */
const inMemory = (): Place => {
  const values = new Map<string, unknown>()
  return {
    get: key => values.get(key),
    set: (key, value) => void values.set(key, value),
    keys: () => [...values.keys()],
  }
}

const memory = inMemory()
const persistent = inStorage(localStore)
const session = inStorage(sessionStore)

/** Display preferences persist; page, sort and filters of lists end with the session. */
const placeOf = (key: string): Place => {
  if (key === 'theme') return themePlace
  if (key === 'locale') return memory
  // A phone's drawer starts closed, independent of the column of a wide window.
  if (key.startsWith('sidebar.')) return isPhone() ? memory : persistent
  return key.startsWith('preferences.') ? persistent : session
}

const subscribers = new Map<string, Set<(value: unknown) => void>>()

const publish = (key: string, value: unknown) => {
  for (const subscriber of [...(subscribers.get(key) ?? [])]) subscriber(value)
}

const set = (key: string, value: unknown) => {
  placeOf(key).set(key, value)
  publish(key, value)
}

const keysFrom = (prefix: string) =>
  [memory, persistent, session].flatMap(place => place.keys()).filter(key => key.startsWith(prefix))

const subscribe: Store['subscribe'] = (key, callback) => {
  const known = subscribers.get(key) ?? new Set()
  subscribers.set(key, known.add(callback))
  return () => known.delete(callback)
}

/** react-admin's store, which keeps each key in the appropriate storage. */
export const panelStore: Store = {
  setup: () => undefined,
  teardown: () => undefined,
  getItem: <T>(key: string, defaultValue?: T) => (placeOf(key).get(key) as T | undefined) ?? defaultValue,
  setItem: set,
  removeItem: key => set(key, undefined),
  removeItems: prefix => {
    for (const key of keysFrom(prefix)) set(key, undefined)
  },
  reset: () => {
    for (const key of keysFrom('')) set(key, undefined)
  },
  subscribe,
  listItems: (prefix = '') => Object.fromEntries(keysFrom(prefix).map(key => [key, placeOf(key).get(key)])),
}
