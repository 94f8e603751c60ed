import { asObject } from '~/model/objects'

/** Milliseconds after which a browser without `requestIdleCallback` counts as idle. */
const IDLE = 500

const isSavingData = () => 'connection' in navigator && asObject(navigator.connection).saveData === true

/**
 * Runs `work`, which loads something in advance, once the browser has nothing else to do; never if its user saves data.
 * @param delay milliseconds before that
 * @returns a function that cancels it
 */
export const whenIdle = (work: () => void, delay = 0): (() => void) => {
  if (isSavingData()) return () => undefined
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, delay + IDLE)
    return () => clearTimeout(timer)
  }
  let asked: number | undefined
  const timer = setTimeout(() => {
    asked = requestIdleCallback(work)
  }, delay)
  return () => {
    clearTimeout(timer)
    if (asked !== undefined) cancelIdleCallback(asked)
  }
}
