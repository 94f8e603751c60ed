import type { FastifyBaseLogger } from 'fastify'

/** Work that a response does not wait for, but a shutdown does. One piece at a time. */
export const createBackground = (log: FastifyBaseLogger) => {
  let last: Promise<void> = Promise.resolve()
  const timers: NodeJS.Timeout[] = []
  const run = (work: () => Promise<unknown>) => {
    last = last.then(work).then(
      () => undefined,
      error => log.error(error, 'background work failed'),
    )
  }
  return {
    run,
    /** Runs now and every `seconds` from then on. */
    every: (seconds: number, work: () => Promise<unknown>) => {
      run(work)
      timers.push(setInterval(() => run(work), seconds * 1000).unref())
    },
    stop: () => {
      timers.forEach(clearInterval)
      return last
    },
  }
}

export type Background = ReturnType<typeof createBackground>
