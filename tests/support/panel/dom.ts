import '@testing-library/jest-dom/vitest'
import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach } from 'vitest'

/** CSS properties that queries by role and assertions of visibility use. */
const asked = /^\s*(display|visibility|opacity|pointer-events):/
const declarations = /[^{};]+:[^{};]+;/g

const emotionCache = () => {
  const cache = renderHook(useEmotionCache).result.current
  cleanup()
  return cache
}

type Sheet = { insert: (rule: string) => void }

/** jsdom matches every CSS rule against every queried element: a third of the time of these tests. */
const insertLess = (sheets: Sheet) => {
  const { insert } = sheets
  sheets.insert = function insertAsked(rule) {
    const rest = rule.replace(declarations, declaration => (asked.test(declaration) ? declaration : ''))
    if (!rest.includes('{}')) insert.call(this, rest)
  }
}

const sheets: Sheet = Object.getPrototypeOf(emotionCache()?.sheet)
// Once per worker, not once per file.
if (sheets.insert.name !== 'insertAsked') insertLess(sheets)

/** Removes the styles of earlier tests, which would stay in the page. */
const dropStyles = () => {
  const cache = emotionCache()
  if (!cache) return
  cache.sheet.flush()
  cache.inserted = {}
  cache.registered = {}
}

afterEach(() => {
  cleanup()
  // All files of a worker share one page, so elements that a test has added are removed.
  document.body.replaceChildren()
  dropStyles()
})

/** jsdom has no layout, so sizes never change. */
class NoSizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= NoSizes

/** jsdom has no screen, so no media query ever matches. */
globalThis.matchMedia ??= media =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
