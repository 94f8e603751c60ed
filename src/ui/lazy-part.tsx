import { type FunctionComponent, lazy, type ReactNode, useState } from 'react'
import { sessionStore, storageLoss } from '~/src/api/browser-storage'

/** The reason a part of the panel is not loaded: the network, or a newer build has replaced its script. */
export type PartTrouble = 'unreachable' | 'replaced'

/** Messages of browsers and Vite about a script or a style sheet that did not load; other errors are the part's own. */
const notLoaded = /dynamically imported module|importing a module script failed|unable to preload css/i

/** True if a script or a style sheet did not load, and not for an error thrown by a script that did. */
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

/** The current trouble, with the interface of React's `useSyncExternalStore`. */
export const partTrouble = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => trouble,
}

/** True if this is the panel's page of another build. A captive portal answers with a page of its own. */
const isOtherBuild = (page: string, own: string) => {
  const folder = own.slice(0, own.lastIndexOf('/') + 1)
  return page.includes('type="module"') && page.includes(`src="${folder}`)
}

/**
 * Checks whether the server has a newer build. The page names the script of its build, with which this tab compares its
 * own.
 */
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
/** Milliseconds: if a script is still missing after a reload, another reload does not help. */
const SOON = 60_000

/**
 * Browsers cache a failed script until the page is reloaded: once the network is back, only a reload helps. Forms keep
 * drafts, and running uploads prompt first.
 */
const reloadOnce = () => {
  // Without storage, each reload would count as the first.
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

const keepTrying = async <T,>(load: () => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt += 1) {
    const now = await askServer()
    if (now === 'unchanged' && attempt > 0) reloadOnce()
    // A removed script does not return: the page must be reloaded.
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
 * Loads a part of the panel. Retries until it arrives, while `partTrouble` reports the reason: a short loss of the
 * network must not break the screen. If the browser caches the failure, the page is reloaded.
 * @throws errors of the part itself
 */
export const loadPart = async <T,>(load: () => Promise<T>): Promise<T> => {
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

/** Any component of ours; by its type, TypeScript infers the part's. */
export type Drawn = (props: never) => ReactNode
type PropsOf<T extends Drawn> = Parameters<T> extends [infer P extends object] ? P : object

export type LoadPart<T extends Drawn> = () => Promise<T>

/** `preload` tries once, so that the part is available for its first render. */
type Part<P> = FunctionComponent<P> & { readonly preload: () => Promise<unknown> }
export type PartOf<T extends Drawn> = Part<PropsOf<T>>

/**
 * React's `lazy`, which waits for a script that does not arrive instead of breaking the screen. A part that is loaded
 * already renders synchronously: React renders suspended parts in small slices, and restarts on every other change.
 */
export const lazyPart = <T extends Drawn>(load: LoadPart<T>): PartOf<T> => {
  type Component = FunctionComponent<PropsOf<T>>
  let loaded: Component | undefined
  const keep = (part: T) => {
    loaded = part as unknown as Component
    return { default: loaded }
  }
  const Lazy: Component = lazy(() => loadPart(load).then(keep))
  const Part = (props: PropsOf<T>) => {
    // Stays the same component for as long as it is mounted.
    const [Shown] = useState<Component>(() => loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Part, { preload: () => load().then(keep) })
}
