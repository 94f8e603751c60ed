import type { FastifyBaseLogger } from 'fastify'

/** Pieces of work at the same time. */
const AT_ONCE = 8

/** Calls `work` for each item, several concurrently, until the signal aborts. Reads an item only when it can start. */
export const forEachOf = async <T>(
  all: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal,
  work: (one: T) => Promise<void>,
) => {
  const left = Symbol.asyncIterator in all ? all[Symbol.asyncIterator]() : all[Symbol.iterator]()
  let failed = false
  const worker = async () => {
    while (!failed) {
      signal.throwIfAborted()
      const next = await left.next()
      if (next.done) return
      await work(next.value)
    }
  }
  const workers = Array.from({ length: AT_ONCE }, () =>
    worker().catch(error => {
      failed = true
      throw error
    }),
  )
  try {
    await Promise.all(workers)
  } finally {
    // The other workers finish their items before the source is closed.
    await Promise.allSettled(workers)
    await left.return?.()
  }
}

/** Groups items into arrays of at most `most`. */
export async function* inBatches<T>(all: AsyncIterable<T>, most: number) {
  let batch: T[] = []
  for await (const one of all) {
    batch.push(one)
    if (batch.length < most) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Finds entries of a sorted source by keys that come in the same order, so that neither is held in memory. `close` ends
 * reading the source.
 */
export const inOrder = <T>(all: AsyncIterable<T>, keyOf: (one: T) => string) => {
  const left = all[Symbol.asyncIterator]()
  let next: IteratorResult<T> | undefined
  const find = async (key: string): Promise<T | undefined> => {
    next ??= await left.next()
    while (!next.done && keyOf(next.value) < key) next = await left.next()
    return !next.done && keyOf(next.value) === key ? next.value : undefined
  }
  return { find, close: async () => void (await left.return?.()) }
}

/** Ends the use of a slot. */
type Release = () => void

/** Limits concurrency. Waiting callers are served in order. */
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
