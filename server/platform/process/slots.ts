/** Ends the use of a slot. */
export type Release = () => void

/** Limits what happens at the same time. Who waits longest is next. */
export const createSlots = (count: number) => {
  let free = count
  const waiting = new Set<() => void>()

  const release = () => {
    const [next] = waiting
    if (!next) {
      free += 1
      return
    }
    waiting.delete(next)
    next()
  }
  const once = (): Release => {
    let isReleased = false
    return () => {
      if (!isReleased) release()
      isReleased = true
    }
  }
  return {
    /** @param patience milliseconds to wait for a slot @returns undefined if none was free within that time */
    take: async (patience: number): Promise<Release | undefined> => {
      if (free > 0) {
        free -= 1
        return once()
      }
      return new Promise(resolve => {
        const timer = setTimeout(() => {
          waiting.delete(start)
          resolve(undefined)
        }, patience)
        const start = () => {
          clearTimeout(timer)
          resolve(once())
        }
        waiting.add(start)
      })
    },
  }
}
