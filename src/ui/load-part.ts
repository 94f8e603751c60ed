/** Why a part of the panel is not there yet: the network, or a newer build has replaced its script. */
export type PartTrouble = 'unreachable' | 'replaced'

/** What browsers and Vite say of a script or a style sheet that did not arrive; other errors are the part's own. */
const notLoaded = /dynamically imported module|importing a module script failed|unable to preload css/i

const isNotLoaded = (error: unknown) => error instanceof Error && notLoaded.test(error.message)

/** Milliseconds between two attempts; the last value repeats. */
const pauses = [500, 1000, 2000, 4000, 8000] as const

let waiting = 0
let trouble: PartTrouble | undefined
const listeners = new Set<() => void>()

const setTrouble = (next: PartTrouble | undefined) => {
  if (next === trouble) return
  trouble = next
  for (const listener of listeners) listener()
}

/** In the shape of React's `useSyncExternalStore`. */
export const partTrouble = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => trouble,
}

/** The page names the script of each build, which this tab was opened with. */
const isReplaced = async () => {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  try {
    const page = await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } })
    return own !== undefined && page.ok && !(await page.text()).includes(new URL(own).pathname)
  } catch {
    return false
  }
}

/** Resolves after a pause, or as soon as the browser is online again. */
const pause = (milliseconds: number) =>
  new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
  })

const keepTrying = async <T>(load: () => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt += 1) {
    // A script that is gone does not come back: the page must be loaded again.
    setTrouble((await isReplaced()) ? 'replaced' : 'unreachable')
    await pause(pauses[attempt] ?? pauses[4])
    try {
      return await load()
    } catch (error) {
      if (!isNotLoaded(error)) throw error
    }
  }
}

/**
 * Loads a part of the panel. One that does not arrive is tried again until it does, while `partTrouble` says why the
 * user waits: a short loss of the network must not break the screen.
 * @throws what the part itself throws
 */
export const loadPart = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch (error) {
    if (!isNotLoaded(error)) throw error
  }
  waiting += 1
  try {
    return await keepTrying(load)
  } finally {
    waiting -= 1
    if (waiting === 0) setTrouble(undefined)
  }
}
