/** Pieces of work at the same time. */
const AT_ONCE = 8

/** Calls `work` for each, several at once, until the signal aborts. Holds no more of them than those under way. */
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
    // The others end what they began before the source is closed under them.
    await Promise.allSettled(workers)
    await left.return?.()
  }
}

/** In arrays of at most `most`. */
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
