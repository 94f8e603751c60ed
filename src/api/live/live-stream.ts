import { eventReader, type ServerSentEvent } from './server-sent-events'

type Options = {
  readonly connect: (signal: AbortSignal) => Promise<Response>
  readonly onEvent: (event: ServerSentEvent) => void
  /** Connected, with the server's `hello` data; `again`: after a gap, in which changes may be missed. */
  readonly onOpen: (again: boolean, hello: string) => void
  /** Milliseconds: overrides the times below, for tests. */
  readonly times?: Partial<typeof usualTimes>
}

/** Milliseconds. `stale`: without server data, which comes every 15 s. `hidden`: in a background tab. */
const usualTimes = { firstRetry: 1_000, lastRetry: 30_000, stale: 40_000, hidden: 60_000 }

/** No session or no such stream: a retry would not help. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429

/** Resolves after a delay; at once when the browser is back online or the page's visibility changes. */
const pause = (milliseconds: number) =>
  new Promise<void>(resolve => {
    const events = [
      [window, 'online'],
      [document, 'visibilitychange'],
    ] as const
    const end = () => {
      clearTimeout(timer)
      for (const [target, name] of events) target.removeEventListener(name, end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    for (const [target, name] of events) target.addEventListener(name, end)
  })

/** Resolves when the user returns to this tab. */
const untilLookedAt = () =>
  new Promise<void>(resolve => {
    const end = () => {
      if (document.hidden) return
      window.removeEventListener('focus', end)
      document.removeEventListener('visibilitychange', end)
      resolve()
    }
    window.addEventListener('focus', end)
    document.addEventListener('visibilitychange', end)
  })

/** Browsers limit the connections to a server: a hidden tab closes its own after a while. */
const whenHidden = (after: number, close: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(close, after)
  }
  document.addEventListener('visibilitychange', check)
  check()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', check)
  }
}

/** Reads one connection to its end. @returns whether to reconnect */
const readStream = async (
  { connect, onEvent }: Options,
  times: typeof usualTimes,
  close: AbortController,
) => {
  let stale = setTimeout(() => close.abort(), times.stale)
  const unwatch = whenHidden(times.hidden, () => close.abort())
  try {
    const response = await connect(close.signal)
    if (!response.ok || !response.body) return !isFinal(response.status)
    const read = eventReader(onEvent)
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await text.read()
      if (done) return true
      clearTimeout(stale)
      stale = setTimeout(() => close.abort(), times.stale)
      read(value)
    }
  } catch {
    // The connection failed or was aborted: it is retried.
    return true
  } finally {
    clearTimeout(stale)
    unwatch()
  }
}

const isWanted = () => !document.hidden && navigator.onLine

/** Follows the server's stream while it exists; reconnects after failures. @returns a stop function */
export const followStream = (options: Options) => {
  const times = { ...usualTimes, ...options.times }
  const state = {
    stopped: false,
    /** Another tab of the same session has replaced this connection. */
    evicted: false,
    opened: 0,
    delay: times.firstRetry,
    close: new AbortController(),
  }
  const onEvent = (event: ServerSentEvent) => {
    if (event.event === 'evicted') state.evicted = true
    if (event.event !== 'hello') return options.onEvent(event)
    state.evicted = false
    state.delay = times.firstRetry
    options.onOpen(state.opened++ > 0, event.data)
  }
  const run = async () => {
    while (!state.stopped) {
      if (isWanted()) {
        state.close = new AbortController()
        if (!(await readStream({ ...options, onEvent }, times, state.close))) return
      }
      if (state.stopped) return
      await (state.evicted ? untilLookedAt() : pause(state.delay))
      state.delay = Math.min(state.delay * 2, times.lastRetry)
    }
  }
  void run()
  return () => {
    state.stopped = true
    state.close.abort()
  }
}
