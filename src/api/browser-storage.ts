type StorageName = 'localStorage' | 'sessionStorage'

let isLost = false
const listeners = new Set<() => void>()

/** True if the browser refused to store something. Has the interface of React's `useSyncExternalStore`. */
export const storageLoss = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => isLost,
}

const noteLoss = () => {
  if (isLost) return
  isLost = true
  for (const listener of listeners) listener()
}

/** The browser's storage: undefined if it is disabled. Reading the property throws if the site's data are blocked. */
const nativeOf = (name: StorageName): Storage | undefined => {
  try {
    return window[name] ?? undefined
  } catch {
    return undefined
  }
}

/**
 * A storage of the browser. If it is blocked, absent or full, values stay in memory until the page unloads: the panel
 * works, and `storageLoss` reports it.
 */
const storageOf = (name: StorageName) => {
  const memory = new Map<string, string>()
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    const storage = nativeOf(name)
    if (!storage) return undefined
    try {
      return use(storage)
    } catch {
      return undefined
    }
  }
  const remove = (key: string) => {
    memory.delete(key)
    attempt(storage => storage.removeItem(key))
  }
  const keys = () => [...new Set([...memory.keys(), ...(attempt(storage => Object.keys(storage)) ?? [])])]
  const get = (key: string): string | null =>
    memory.get(key) ?? attempt(storage => storage.getItem(key)) ?? null
  return {
    get,
    set: (key: string, value: string) => {
      const isStored = attempt(storage => {
        storage.setItem(key, value)
        return true
      })
      if (isStored) return void memory.delete(key)
      // An earlier value must not come back after a reload.
      remove(key)
      memory.set(key, value)
      noteLoss()
    },
    remove,
    keys,
    entries: (): Readonly<Record<string, string>> =>
      Object.fromEntries(keys().map(key => [key, get(key) ?? ''])),
    clear: () => {
      for (const key of keys()) remove(key)
    },
  }
}

export const localStore = storageOf('localStorage')
export const sessionStore = storageOf('sessionStorage')

const PROBE = 'vecto.probe'

/** Tests whether this browser stores values. Called at the start, so that the sign-in page can warn. */
export const probeStorage = () => {
  isLost = false
  for (const store of [localStore, sessionStore]) {
    store.set(PROBE, '1')
    store.remove(PROBE)
  }
  return !isLost
}
