/** Below this share of the work nothing can be said of the rest. */
const ENOUGH = 0.03
/** How much the newest measurement counts. */
const NEWEST = 0.3

/**
 * Seconds left, from how long the work so far has taken: the recent pace counts more than the old one.
 * @returns a function of the share done (0 to 1), of which null means that it cannot be said yet
 */
export const timeLeft = (now: () => number = Date.now) => {
  let last: { at: number; done: number } | undefined
  let begun: number | undefined
  let pace: number | undefined
  return (done: number): number | null => {
    const at = now()
    begun ??= done
    if (last && done > last.done) {
      const measured = (at - last.at) / (done - last.done)
      pace = pace === undefined ? measured : pace + NEWEST * (measured - pace)
    }
    if (!last || done > last.done) last = { at, done }
    return pace === undefined || done - begun < ENOUGH ? null : Math.round((pace * (1 - done)) / 1000)
  }
}
