import type { FastifyBaseLogger } from 'fastify'

/** Background work: responses do not wait for it, shutdown does. */
export const createBackground = (log: FastifyBaseLogger) => {
  let last: Promise<void> = Promise.resolve()
  const besides = new Set<Promise<void>>()
  const timers: NodeJS.Timeout[] = []
  const failed = (error: unknown) => log.error(error, 'background work failed')
  /** Runs work serially. */
  const run = (work: () => Promise<unknown>) => {
    last = last.then(work).then(() => undefined, failed)
  }
  return {
    run,
    /** Runs work concurrently, so that slow work does not delay other work. */
    beside: (work: () => Promise<unknown>) => {
      const running: Promise<void> = work()
        .then(() => undefined, failed)
        .finally(() => besides.delete(running))
      besides.add(running)
    },
    /** Runs work now and every `seconds` from then on. */
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
