import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createParser } from 'eventsource-parser'
import { isObject } from '~/model/objects'
import { isResourceName, resourceNames, resourceOf } from '~/model/registry'
import { isSessionOver, readAnswer } from '~/src/api/answer'
import type { Backend, PushMessage } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { sessionStore } from '~/src/api/browser-storage'
import type { Json } from '~/src/api/contract/records'
import { clientId, isLeaving, leave, sessionToken } from '~/src/api/session'

type Change = {
  readonly resource: string
  readonly id: string
  readonly op: 'create' | 'update' | 'delete'
}
type Progress = {
  readonly resource: string
  readonly id: string
  readonly progress: unknown
  readonly status?: string | undefined
}

/** Every change is also an event, and a record's label is displayed wherever it is linked. */
const showing = (resource: string): readonly string[] => [
  resource,
  'events',
  ...resourceNames.filter(name =>
    Object.values(resourceOf(name).fields).some(field => field.target === resource),
  ),
]

/** The resources that count the records of this one. */
const counting = (resource: string): readonly string[] =>
  isResourceName(resource) ? (resourceOf(resource).countersIn ?? []) : []

const asked = (key: QueryKey) => (isObject(key[2]) ? key[2] : {})

/**
 * A form's own query of its record, which react-admin's edit screens mark with a `meta`: changes of other
 * users must not replace values that are being edited; the conflict is reported on save.
 */
const isOfForm = (key: QueryKey) => key[1] === 'getOne' && asked(key).meta !== undefined

const isOf = (key: QueryKey, id: string) => String(asked(key).id) === id

/** True if the change invalidates this query. */
export const isAffected = (key: QueryKey, { resource, id, op }: Change) => {
  if (isOfForm(key)) return false
  const [name, kind] = key
  if (kind === 'getOne' || kind === 'part')
    return (
      (name === resource && isOf(key, id) && op !== 'delete') || counting(resource).includes(String(name))
    )
  const lists = kind === 'getList' || kind === 'getMany' || kind === 'getManyReference'
  return lists && [...showing(resource), ...counting(resource)].includes(String(name))
}

/** Invalidates the queries that the changes affect: active ones are refetched immediately, others on next use. */
const refetchAffected = (queries: QueryClient, changes: readonly Change[]) => {
  const known = changes.filter(({ resource }) => isResourceName(resource))
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => known.some(change => isAffected(queryKey, change)),
  })
}

/** Refetches all queries, except those of forms and file URLs. */
const refetchAll = (queries: QueryClient) =>
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => !isOfForm(queryKey) && queryKey[1] !== 'shown',
  })

const patched = (record: Json, { id, progress, status }: Progress): Json =>
  record.id === id ? { ...record, progress, ...(status === undefined ? {} : { status }) } : record

const inAnswer = (answer: unknown, message: Progress) => {
  if (!isObject(answer)) return answer
  const { data } = answer
  if (!Array.isArray(data)) return patched(answer, message)
  return data.some(row => isObject(row) && row.id === message.id)
    ? { ...answer, data: data.map(row => (isObject(row) ? patched(row, message) : row)) }
    : answer
}

/** Writes a record's progress into every cached result that holds it, without a request. */
export const noteProgress = (queries: QueryClient, message: Progress) => {
  queries.setQueriesData(
    {
      predicate: ({ queryKey }) =>
        queryKey[0] === message.resource &&
        ['getOne', 'getList', 'getManyReference'].includes(String(queryKey[1])) &&
        !isOfForm(queryKey),
    },
    (answer: unknown) => inAnswer(answer, message),
  )
}

export type ServerSentEvent = { readonly event: string; readonly data: string }

/** Parses server-sent events from text chunks that may be split anywhere. */
export const eventReader = (onEvent: (event: ServerSentEvent) => void) => {
  const parser = createParser({ onEvent: ({ event = 'message', data }) => onEvent({ event, data }) })
  return (piece: string) => parser.feed(piece)
}

/** Milliseconds between two batches of refetches, and before the first: changes come in bursts. */
const ROUND = 500
const FIRST = 100

type Message = Partial<Change & Progress> & Pick<Change, 'resource' | 'id'>

const isMessage = (said: unknown): said is Message =>
  isObject(said) && typeof said.resource === 'string' && typeof said.id === 'string'

const readMessage = (data: string): Message | undefined => {
  try {
    const said: unknown = JSON.parse(data)
    return isMessage(said) ? said : undefined
  } catch {
    return undefined
  }
}

/** Batches changes and refetches what they affect, at most twice a second. */
const inRounds = (ask: (changes: readonly Change[]) => void) => {
  const waiting: Change[] = []
  let last = 0
  const round = () => {
    last = Date.now()
    ask(waiting.splice(0))
  }
  return (change: Change) => {
    waiting.push(change)
    if (waiting.length === 1) setTimeout(round, Math.max(FIRST, last + ROUND - Date.now()))
  }
}

/** The handlers of the stream's events. */
export const changesFor = (queries: QueryClient) => {
  const gather = inRounds(changes => refetchAffected(queries, changes))
  const onEvent = ({ event, data }: ServerSentEvent) => {
    if (event === 'gap') return refetchAll(queries)
    const message = readMessage(data)
    if (!message) return
    const { resource, id, op, progress, status } = message
    if (event === 'change' && op) gather({ resource, id, op })
    if (event === 'progress') noteProgress(queries, { resource, id, progress, status })
  }
  return { onEvent, onGap: () => refetchAll(queries) }
}

type Options = {
  readonly connect: (signal: AbortSignal) => Promise<Response>
  readonly onEvent: (event: ServerSentEvent) => void
  /** Connected, with the server's `hello` data; `again`: after a gap in which changes may have been missed. */
  readonly onOpen: (again: boolean, hello: string) => void
  /** Milliseconds: overrides the times below, for tests. */
  readonly times?: Partial<typeof usualTimes>
}

/** Milliseconds. `stale`: without server data, which comes every 15 s. `hidden`: in a background tab. */
const usualTimes = { firstRetry: 1_000, lastRetry: 30_000, stale: 40_000, hidden: 60_000 }

/** No session or no such stream: a retry would not help. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429

/** Resolves after a delay, or as soon as the browser is back online or the page's visibility changes. */
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

/** Browsers limit the connections to a server: a hidden tab closes its own after a delay. */
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

const readObject = (data: string) => {
  try {
    const said: unknown = JSON.parse(data)
    return isObject(said) ? said : {}
  } catch {
    return {}
  }
}

/** The ids of the notifications that this tab has shown last, so that a reload does not show them again. */
const SHOWN = 'vecto.shownNotifications'
const SHOWN_KEPT = 20

/** The user's notifications from the server: each once, including those replayed after a lost connection or a reload. */
export const showNotifications = (onMessage: (message: PushMessage) => void) => {
  const seen = new Set((sessionStore.get(SHOWN) ?? '').split(' '))
  let last: string | undefined
  const noteTime = (at: unknown) => {
    if (typeof at === 'string') last = at
  }
  return {
    /** ISO time of the server's last message, from which it replays. */
    since: () => last,
    onHello: (data: string) => noteTime(readObject(data).at),
    onNotification: (data: string) => {
      const { id, title, at } = readObject(data)
      if (typeof id !== 'string' || typeof title !== 'string' || seen.has(id)) return
      seen.add(id)
      sessionStore.set(SHOWN, [...seen].slice(-SHOWN_KEPT).join(' '))
      noteTime(at)
      onMessage({ title, body: '' })
    },
  }
}

/** Query key of the invitations on the home page (src/features/home/home-top.tsx). */
const INVITATIONS = ['invitations']

/** Milliseconds that a request may have been in flight before the server read its data. */
const MARGIN = 5_000

type LiveBackend = Pick<Backend, 'apiUrl' | 'token'>

/** The part of the stream to replay. */
type Missed = { readonly since?: string } | { readonly missed: string }

/** A response that the stream retries: it did not come from the server. */
const passing = () => new Response(null, { status: 502 })

const isStream = ({ headers }: Response) => headers.get('Content-Type')?.startsWith('text/event-stream')

/** The error response of the server. One of a proxy is retried, and ends no session. */
const refusalIn = async (response: Response, isCurrent: () => boolean) => {
  const text = await response.text()
  try {
    readAnswer(response, text)
    return passing()
  } catch (error) {
    // The session was ended elsewhere: sign out now, not at the next click.
    if (isSessionOver(error) && isCurrent()) leave({ reason: 'ended', back: true })
    return error instanceof BackendError && error.body
      ? new Response(null, { status: error.status })
      : passing()
  }
}

const ask = async (backend: LiveBackend, missed: Missed, signal: AbortSignal) => {
  const session = sessionToken()
  // Firebase's tokens expire within an hour, and the server then closes the stream: each connection has a fresh one.
  const [base, token] = await Promise.all([backend.apiUrl(), backend.token()])
  if (token === null || isLeaving()) return new Response(null, { status: 401 })
  const response = await fetch(`${base}/stream?${new URLSearchParams(missed)}`, {
    signal,
    cache: 'no-store',
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}`, 'X-Client-Id': clientId() },
  })
  if (response.ok && isStream(response)) return response
  return refusalIn(response, () => session === sessionToken())
}

/**
 * Keeps the screen in sync with the server while the session lasts, and passes on the user's notifications.
 * @param reading the time since when data is on the screen, on the clock of `performance.now()`
 * @returns a function that stops it
 */
export const startLive = (
  backend: LiveBackend,
  queries: QueryClient,
  onMessage: (message: PushMessage) => void,
  reading: number,
) => {
  const changes = changesFor(queries)
  const notifications = showNotifications(message => {
    // A notification may concern the user's invitations, for which no change is published.
    void queries.invalidateQueries({ queryKey: INVITATIONS })
    onMessage(message)
  })
  const missed = (): Missed => {
    const since = notifications.since()
    return since ? { since } : { missed: String(Math.ceil(performance.now() - reading + MARGIN)) }
  }
  return followStream({
    connect: signal => ask(backend, missed(), signal),
    onEvent: event =>
      event.event === 'notification' ? notifications.onNotification(event.data) : changes.onEvent(event),
    onOpen: (again, hello) => {
      notifications.onHello(hello)
      if (again) changes.onGap()
    },
  })
}
