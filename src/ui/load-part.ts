import { sessionStore, storageLoss } from '~/src/api/browser-storage'
/** Why a part of the panel is not there yet: the network, or a newer build has replaced its script. */
export type PartTrouble = 'unreachable' | 'replaced'

/** What browsers and Vite say of a script or a style sheet that did not arrive; other errors are the part's own. */
const notLoaded = /dynamically imported module|importing a module script failed|unable to preload css/i

/** Did a script or a style sheet not arrive? An error of a script that did is none of the network's. */
export const isNotLoaded = (error: unknown) => error instanceof Error && notLoaded.test(error.message)

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

/** Is this the panel's page, of another build? A network that wants its user to sign in answers with a page of its own. */
const isOtherBuild = (page: string, own: string) => {
  const folder = own.slice(0, own.lastIndexOf('/') + 1)
  return page.includes('type="module"') && page.includes(`src="${folder}`)
}

/** What the server says now. The page names the script of each build, which this tab was opened with. */
const askServer = async (): Promise<PartTrouble | 'unchanged'> => {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  try {
    const page = await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } })
    if (!own || !page.ok) return 'unreachable'
    const [text, { pathname }] = [await page.text(), new URL(own)]
    if (text.includes(pathname)) return 'unchanged'
    return isOtherBuild(text, pathname) ? 'replaced' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

const RELOADED = 'vecto.reloadedAt'
/** Milliseconds: a script that is still missing after a reload is not helped by another one. */
const SOON = 60_000

/**
 * Browsers keep a script that failed until the page is loaded again: with the network back, only that helps. Forms
 * keep drafts, and running uploads ask first.
 */
const reloadOnce = () => {
  // Without a storage, each reload would be the first.
  if (storageLoss.read() || Date.now() - Number(sessionStore.get(RELOADED)) < SOON) return
  sessionStore.set(RELOADED, String(Date.now()))
  location.reload()
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
    const now = await askServer()
    if (now === 'unchanged' && attempt > 0) reloadOnce()
    // A script that is gone does not come back: the page must be loaded again.
    setTrouble(now === 'replaced' ? 'replaced' : 'unreachable')
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
 * user waits: a short loss of the network must not break the screen. A browser that keeps the failure loads the page again.
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
