import { type FunctionComponent, lazy, type ReactNode, useState } from 'react'
import { loadPart } from './load-part'

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
