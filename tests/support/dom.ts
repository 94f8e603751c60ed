import '@testing-library/jest-dom/vitest'
import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach } from 'vitest'

/** Styles of earlier tests would stay in the page, and jsdom tries every rule on every element that is looked for. */
const dropStyles = () => {
  const cache = renderHook(useEmotionCache).result.current
  cleanup()
  if (!cache) return
  cache.sheet.flush()
  cache.inserted = {}
  cache.registered = {}
}

afterEach(() => {
  cleanup()
  dropStyles()
})

/** jsdom lays nothing out: there is no size that could change. */
class NoSizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= NoSizes

/** jsdom has no screen either: no media query matches, and none begins to. */
globalThis.matchMedia ??= media =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
