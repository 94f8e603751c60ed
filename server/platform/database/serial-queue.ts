import { AsyncResource } from 'node:async_hooks'

type Work<T> = () => Promise<T>

/** How work reaches a database: at once, or one piece after the other. */
export type SerialQueue = {
  add<T>(work: Work<T>): Promise<T>
  /** Before all that waits. */
  addFirst<T>(work: Work<T>): Promise<T>
  /** How many pieces wait. */
  waiting(): number
}

/**
 * One after the other. The embedded database has one session for all its connections, and takes the parts of two
 * statements that come at the same moment for parts of one.
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
      // Each piece runs with the deadline of its own request, not of the one that started the queue.
      queue[place](AsyncResource.bind(() => work().then(resolve, reject)))
      if (!isRunning) void run()
    })
  return {
    add: work => add(work, 'push'),
    addFirst: work => add(work, 'unshift'),
    waiting: () => queue.length,
  }
}
