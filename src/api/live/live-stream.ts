import { eventReader, type ServerSentEvent } from './server-sent-events'

type Options = {
  readonly connect: (signal: AbortSignal) => Promise<Response>
  readonly onEvent: (event: ServerSentEvent) => void
  /** Connected, with what the server greets with; `again`: after a gap, in which anything may have happened. */
  readonly onOpen: (again: boolean, hello: string) => void
  /** Milliseconds: for trials, shorter than those below. */
  readonly times?: Partial<typeof usualTimes>
}

/** Milliseconds. `stale`: without a word from the server, which speaks every 15 s. `hidden`: then nobody watches. */
const usualTimes = { firstRetry: 1_000, lastRetry: 30_000, stale: 40_000, hidden: 60_000 }

/** No session, no such stream: asking again would not help. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429

/** Resolves after a while; at once when the line is back or the page is looked at again. */
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

/** Resolves when somebody turns to this tab. */
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

/** Browsers keep few connections to a server: a tab that nobody looks at gives its own back after a while. */
const whenHidden = (after: number, close: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(close, after)
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Hears one connection to its end. @returns whether another is worth a try */
const hear = async ({ connect, onEvent }: Options, times: typeof usualTimes, close: AbortController) => {
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
    // The line is down, or was let go of: it is tried again.
    return true
  } finally {
    clearTimeout(stale)
    unwatch()
  }
}

const isWanted = () => !document.hidden && navigator.onLine

/** Follows the server's stream, for as long as there is one; a lost line is taken up again. @returns what ends it */
export const followStream = (options: Options) => {
  const times = { ...usualTimes, ...options.times }
  const state = {
    stopped: false,
    /** Another tab of the same session took this one's place. */
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
        if (!(await hear({ ...options, onEvent }, times, state.close))) return
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
