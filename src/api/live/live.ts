import type { QueryClient } from '@tanstack/react-query'
import { isSessionOver, readAnswer } from '~/src/api/answer'
import type { Backend, PushMessage } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { clientId, isLeaving, leave, sessionToken } from '~/src/api/session'
import { changesFor } from './follow-changes'
import { followStream } from './live-stream'
import { showNotifications } from './notifications'

/** Query key of the invitations on the home page (src/features/home/invitations.tsx). */
const INVITATIONS = ['invitations']

/** Milliseconds that a request may have been in flight before the server read its data. */
const MARGIN = 5_000

/** The part of the stream to replay. */
type Missed = { readonly since?: string } | { readonly missed: string }

/** What the stream takes for a failure that passes: an answer that is not the server's. */
const passing = () => new Response(null, { status: 502 })

const isStream = ({ headers }: Response) => headers.get('Content-Type')?.startsWith('text/event-stream')

/** The refusal of the server. One of something in between passes, and ends no session. */
const refusalIn = async (response: Response, isCurrent: () => boolean) => {
  const text = await response.text()
  try {
    readAnswer(response, text)
    return passing()
  } catch (error) {
    // The session was ended elsewhere: the screen shows it now, not at the next click.
    if (isSessionOver(error) && isCurrent()) leave({ reason: 'ended', back: true })
    return error instanceof BackendError && error.body
      ? new Response(null, { status: error.status })
      : passing()
  }
}

const ask = async (backend: Pick<Backend, 'apiUrl'>, missed: Missed, signal: AbortSignal) => {
  const token = sessionToken()
  if (token === null || isLeaving()) return new Response(null, { status: 401 })
  const response = await fetch(`${await backend.apiUrl()}/stream?${new URLSearchParams(missed)}`, {
    signal,
    cache: 'no-store',
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}`, 'X-Client-Id': clientId() },
  })
  if (response.ok && isStream(response)) return response
  return refusalIn(response, () => token === sessionToken())
}

/**
 * Keeps the screen in sync with the server while the session lasts, and passes on the user's notifications.
 * @param reading the time since when data is on the screen, on the clock of `performance.now()`
 * @returns a function that stops it
 */
export const startLive = (
  backend: Pick<Backend, 'apiUrl'>,
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
