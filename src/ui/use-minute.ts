import { useSyncExternalStore } from 'react'

const MINUTE = 60_000

let minute = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const tick = () => {
  minute += 1
  for (const listener of listeners) listener()
}

/** Browsers slow down the timers of hidden pages, and stop them while the machine sleeps. */
const tickWhenSeen = () => {
  if (!document.hidden) tick()
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    timer = setInterval(tick, MINUTE)
    document.addEventListener('visibilitychange', tickWhenSeen)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tickWhenSeen)
  }
}

/** Re-renders the caller each minute and when the page becomes visible again, for content that depends on the time. */
export const useMinute = () => useSyncExternalStore(subscribe, () => minute)
