import '@testing-library/jest-dom/vitest'
import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach } from 'vitest'

/** What queries by role ask of styles, and what is asserted to be visible. */
const asked = /^\s*(display|visibility|opacity|pointer-events):/
const declarations = /[^{};]+:[^{};]+;/g

const emotionCache = () => {
  const cache = renderHook(useEmotionCache).result.current
  cleanup()
  return cache
}

type Sheet = { insert: (rule: string) => void }

/** jsdom reads every rule, and tries it on every element that is looked for: a third of the time of these tests. */
const insertLess = (sheets: Sheet) => {
  const { insert } = sheets
  sheets.insert = function insertAsked(rule) {
    const rest = rule.replace(declarations, declaration => (asked.test(declaration) ? declaration : ''))
    if (!rest.includes('{}')) insert.call(this, rest)
  }
}

const sheets: Sheet = Object.getPrototypeOf(emotionCache()?.sheet)
// Once a worker, not once a file.
if (sheets.insert.name !== 'insertAsked') insertLess(sheets)

/** Styles of earlier tests would stay in the page. */
const dropStyles = () => {
  const cache = emotionCache()
  if (!cache) return
  cache.sheet.flush()
  cache.inserted = {}
  cache.registered = {}
}

afterEach(() => {
  cleanup()
  // All files of a worker have one page: what a test has put there by hand is not the next one's.
  document.body.replaceChildren()
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
