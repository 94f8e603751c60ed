import { AsyncResource } from 'node:async_hooks'

type Work<T> = () => Promise<T>

/** Schedules database work: concurrently or serially. */
export type SerialQueue = {
  add<T>(work: Work<T>): Promise<T>
  /** Adds work ahead of all queued work. */
  addFirst<T>(work: Work<T>): Promise<T>
  /** The number of queued items. */
  waiting(): number
}

/**
 * Runs work serially. The embedded database shares one session among all connections, and would mix up the
 * messages of two concurrent statements.
 */
export const createSerialQueue = (): SerialQueue => {
  const queue: Work<void>[] = []
  let isRunning = false
  const run = async () => {
    isRunning = true
    for (let next = queue.shift(); next; next = queue.shift()) await next()
    isRunning = false
  }
  const add = <T>(work: Work<T>, place: 'push' | 'unshift') =>
    new Promise<T>((resolve, reject) => {
      // Each item runs with the deadline of its own request, not of the request that started the queue.
      queue[place](AsyncResource.bind(() => work().then(resolve, reject)))
      if (!isRunning) void run()
    })
  return {
    add: work => add(work, 'push'),
    addFirst: work => add(work, 'unshift'),
    waiting: () => queue.length,
  }
}
