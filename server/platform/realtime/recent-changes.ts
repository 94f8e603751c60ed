import type { Change } from './changes'

/** Milliseconds for which changes can be told again, and how many of them at most. */
const MAX_AGE = 60_000
const MAX_CHANGES = 1000

type RecordedChange = { readonly at: number; readonly change: Change }

/** The last changes that this server heard of: who asks for the stream read what it shows a little earlier. */
export const createRecentChanges = (now: () => number = performance.now.bind(performance)) => {
  const recorded: RecordedChange[] = []
  let complete = now()
  const isOver = (oldest: RecordedChange) => recorded.length > MAX_CHANGES || oldest.at < now() - MAX_AGE
  return {
    /** How far something is needs no second telling: the next word on it comes soon. */
    add: (change: Change) => {
      if (change.op === 'progress') return
      recorded.push({ at: now(), change })
      for (let [oldest] = recorded; oldest && isOver(oldest); [oldest] = recorded) {
        complete = oldest.at
        recorded.shift()
      }
    },
    /** Some went unheard. */
    clear: () => {
      recorded.length = 0
      complete = now()
    },
    /** What was heard in the last so many milliseconds; undefined where some of it may be missing. */
    since: (milliseconds: number): readonly Change[] | undefined => {
      const since = now() - milliseconds
      return since < complete
        ? undefined
        : recorded.flatMap(({ at, change }) => (at >= since ? [change] : []))
    },
  }
}
