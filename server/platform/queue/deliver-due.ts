import type { FastifyBaseLogger } from 'fastify'
import type { Changes } from '~/server/platform/realtime/changes'
import { continueTrace } from '~/server/platform/tracing/spans'

/** Serializes runs of `work`. A call during a run causes one more run afterwards. */
const oneByOne = (work: () => Promise<unknown>, failed: (error: unknown) => void) => {
  let running: Promise<void> | undefined
  let again = false
  const run = async () => {
    while (again) {
      again = false
      await work().catch(failed)
    }
    running = undefined
  }
  return {
    call: () => {
      again = true
      running ??= run()
    },
    /** Settles when no run is under way. */
    idle: async () => running,
  }
}

/** Poll interval in milliseconds, for items that another server released. */
const POLL_INTERVAL = 10_000
/** Milliseconds that a shutdown waits for deliveries in progress. */
const LAST = 5_000

export type Outbox<T extends { readonly uid: string }> = {
  /** The resource whose changes may bring work. */
  readonly resource: string
  /** Names an item in logs and traces. */
  readonly item: string
  /** Maximum concurrent deliveries, so that a slow receiver does not block the others. */
  readonly atOnce: number
  /** Claims at most so many due items, each for this server until its lease expires. */
  readonly claim: (most: number) => Promise<readonly T[]>
  /**
   * One try, which records its end and does not throw on the receiver's errors.
   * @returns seconds until a retry may be due
   */
  readonly deliver: (item: T) => Promise<number | undefined>
  /** The trace of the change that enqueued the item. */
  readonly traceOf?: (item: T) => string | undefined
}

type With = { readonly changes: Changes; readonly log: FastifyBaseLogger }

/** Deliveries in progress, up to the maximum; `ended` is called after each. */
const underWay = <T extends { readonly uid: string }>(
  { log }: With,
  { item: name, atOnce, deliver, traceOf }: Outbox<T>,
  ended: (pause: number) => void,
) => {
  const works = new Set<Promise<void>>()
  return {
    free: () => atOnce - works.size,
    begin: (item: T) => {
      const span = { [`${name}.uid`]: item.uid }
      const work: Promise<void> = continueTrace(traceOf?.(item), name, span, () => deliver(item))
        .catch(error => {
          log.error({ [name]: item.uid, error: String(error) }, 'a delivery')
          return undefined
        })
        .then(pause => {
          works.delete(work)
          ended(pause ?? 0)
        })
      works.add(work)
    },
    all: () => Promise.all(works),
  }
}

/**
 * Delivers due items while this server runs. Several servers share the work. It polls when the outbox changes, when a
 * pause ends, and at an interval.
 */
export const deliverDue = <T extends { readonly uid: string }>(services: With, outbox: Outbox<T>) => {
  const { changes, log } = services
  let stopped = false
  const under = underWay(services, outbox, pause => void setTimeout(poll, pause * 1000).unref())
  const { call: poll, idle } = oneByOne(
    async () => {
      const free = under.free()
      if (stopped || free === 0) return
      for (const item of await outbox.claim(free)) under.begin(item)
    },
    error => log.warn({ error: String(error) }, outbox.resource),
  )
  const unsubscribe = changes.onChange(({ resource }) => resource === outbox.resource && poll())
  const polling = setInterval(poll, POLL_INTERVAL).unref()
  poll()
  return {
    stop: async () => {
      stopped = true
      unsubscribe()
      clearInterval(polling)
      // Items that are being claimed are delivered too: no other server may before their lease expires.
      const ended = idle().then(under.all)
      await Promise.race([ended, new Promise(resolve => setTimeout(resolve, LAST).unref())])
    },
  }
}
