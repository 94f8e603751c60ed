import { lazy } from 'react'
import { loadPart } from './load-part'

/** React's `lazy`, which waits for a script that does not arrive instead of breaking the screen. */
export const lazyPart: typeof lazy = load => lazy(() => loadPart(load))
