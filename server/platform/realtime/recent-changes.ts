import type { Change } from './changes'

/** Milliseconds for which changes can be told again, and how many of them at most. */
const KEPT = 60_000
const MOST = 1000

type Heard = { readonly at: number; readonly change: Change }

/** The last changes that this server heard of: who asks for the stream read what it shows a little earlier. */
export const createRecentChanges = (now: () => number = performance.now.bind(performance)) => {
  const heard: Heard[] = []
  let complete = now()
  const isOver = (oldest: Heard) => heard.length > MOST || oldest.at < now() - KEPT
  return {
    /** How far something is needs no second telling: the next word on it comes soon. */
    add: (change: Change) => {
      if (change.op === 'progress') return
      heard.push({ at: now(), change })
      for (let [oldest] = heard; oldest && isOver(oldest); [oldest] = heard) {
        complete = oldest.at
        heard.shift()
      }
    },
    /** Some went unheard. */
    forget: () => {
      heard.length = 0
      complete = now()
    },
    /** What was heard in the last so many milliseconds; undefined where some of it may be missing. */
    within: (milliseconds: number): readonly Change[] | undefined => {
      const since = now() - milliseconds
      return since < complete ? undefined : heard.flatMap(({ at, change }) => (at >= since ? [change] : []))
    },
  }
}
