/** Share of the work below which there is no estimate. */
const ENOUGH = 0.03
/** Weight of the newest measurement. */
const NEWEST = 0.3

/**
 * Estimates the seconds left from the pace so far; the recent pace weighs more.
 * @returns a function of the share done (0 to 1), which returns null while no estimate is possible
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
