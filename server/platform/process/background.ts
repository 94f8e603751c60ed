import type { FastifyBaseLogger } from 'fastify'

/** Work that a response does not wait for, but a shutdown does. */
export const createBackground = (log: FastifyBaseLogger) => {
  let last: Promise<void> = Promise.resolve()
  const besides = new Set<Promise<void>>()
  const timers: NodeJS.Timeout[] = []
  const failed = (error: unknown) => log.error(error, 'background work failed')
  /** One piece at a time. */
  const run = (work: () => Promise<unknown>) => {
    last = last.then(work).then(() => undefined, failed)
  }
  return {
    run,
    /** Beside all else: what is slow holds nobody up. */
    beside: (work: () => Promise<unknown>) => {
      const running: Promise<void> = work()
        .then(() => undefined, failed)
        .finally(() => besides.delete(running))
      besides.add(running)
    },
    /** Runs now and every `seconds` from then on. */
    every: (seconds: number, work: () => Promise<unknown>) => {
      run(work)
      timers.push(setInterval(() => run(work), seconds * 1000).unref())
    },
    stop: async () => {
      timers.forEach(clearInterval)
      await last
      await Promise.all(besides)
    },
  }
}

export type Background = ReturnType<typeof createBackground>
