import type { Change } from './changes'

/** Milliseconds for which changes can be replayed, and their maximum number. */
const MAX_AGE = 60_000
const MAX_CHANGES = 1000

type RecordedChange = { readonly at: number; readonly change: Change }

/** The last changes that this server received: a client reads its data shortly before it opens the stream. */
export const createRecentChanges = (now: () => number = performance.now.bind(performance)) => {
  const recorded: RecordedChange[] = []
  let complete = now()
  const isOver = (oldest: RecordedChange) => recorded.length > MAX_CHANGES || oldest.at < now() - MAX_AGE
  return {
    /** Progress events are not recorded: the next one follows soon. */
    add: (change: Change) => {
      if (change.op === 'progress') return
      recorded.push({ at: now(), change })
      for (let [oldest] = recorded; oldest && isOver(oldest); [oldest] = recorded) {
        complete = oldest.at
        recorded.shift()
      }
    },
    /** Clears the record after changes were missed. */
    clear: () => {
      recorded.length = 0
      complete = now()
    },
    /** The changes received in the last `milliseconds`; undefined if some may be missing. */
    since: (milliseconds: number): readonly Change[] | undefined => {
      const since = now() - milliseconds
      return since < complete
        ? undefined
        : recorded.flatMap(({ at, change }) => (at >= since ? [change] : []))
    },
  }
}
