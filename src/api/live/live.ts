import type { QueryClient } from '@tanstack/react-query'
import type { Backend, PushMessage } from '~/src/api/backend'
import { clientId, isLeaving, leave, sessionToken } from '~/src/api/session'
import { changesFor } from './follow-changes'
import { followStream } from './live-stream'
import { noticesFor } from './notifications'

/** Of the invitations at home (src/features/home/invitations.tsx). */
const INVITATIONS = ['invitations']

/** Milliseconds that a request may have been under way before the server read what it answered. */
const MARGIN = 5_000

/** What the stream is asked to tell again. */
type Missed = { readonly since?: string } | { readonly missed: string }

const ask = async (backend: Pick<Backend, 'apiUrl'>, missed: Missed, signal: AbortSignal) => {
  const token = sessionToken()
  if (token === null || isLeaving()) return new Response(null, { status: 401 })
  const response = await fetch(`${await backend.apiUrl()}/stream?${new URLSearchParams(missed)}`, {
    signal,
    cache: 'no-store',
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}`, 'X-Client-Id': clientId() },
  })
  // Ended elsewhere: the screen says so at once, and not at the next click.
  if (response.status === 401 && token === sessionToken()) leave({ notice: 'ended', back: true })
  return response
}

/**
 * Keeps what is on the screen as it is on the server, while the session lasts, and hears what the person is told.
 * @param reading since when something is on the screen, on the clock of `performance.now()`
 * @returns what ends it
 */
export const startLive = (
  backend: Pick<Backend, 'apiUrl'>,
  queries: QueryClient,
  hear: (message: PushMessage) => void,
  reading: number,
) => {
  const changes = changesFor(queries)
  const notices = noticesFor(message => {
    // What one is told of is also among one's own, which no record of theirs tells.
    void queries.invalidateQueries({ queryKey: INVITATIONS })
    hear(message)
  })
  const missed = (): Missed => {
    const since = notices.since()
    return since ? { since } : { missed: String(Math.ceil(performance.now() - reading + MARGIN)) }
  }
  return followStream({
    connect: signal => ask(backend, missed(), signal),
    onEvent: event => (event.event === 'notice' ? notices.onNotice(event.data) : changes.onEvent(event)),
    onOpen: (again, hello) => {
      notices.onHello(hello)
      if (again) changes.onGap()
    },
  })
}
