import type { QueryClient } from '@tanstack/react-query'
import type { Backend, PushMessage } from '~/src/backends/backend'
import { clientId, isLeaving, leave, sessionToken } from '~/src/backends/session'
import { changesFor } from './follow-changes'
import { followStream } from './live-stream'
import { noticesFor } from './notices'

/** Of the invitations at home (src/pages/home/invitations.tsx). */
const INVITATIONS = ['invitations']

const ask = async (backend: Pick<Backend, 'apiUrl'>, since: string | undefined, signal: AbortSignal) => {
  const token = sessionToken()
  if (token === null || isLeaving()) return new Response(null, { status: 401 })
  const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`
  const response = await fetch(`${await backend.apiUrl()}/stream${query}`, {
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
 * @returns what ends it
 */
export const startLive = (
  backend: Pick<Backend, 'apiUrl'>,
  queries: QueryClient,
  hear: (message: PushMessage) => void,
) => {
  const changes = changesFor(queries)
  const notices = noticesFor(message => {
    // What one is told of is also among one's own, which no record of theirs tells.
    void queries.invalidateQueries({ queryKey: INVITATIONS })
    hear(message)
  })
  return followStream({
    connect: signal => ask(backend, notices.since(), signal),
    onEvent: event => (event.event === 'notice' ? notices.onNotice(event.data) : changes.onEvent(event)),
    onOpen: (again, hello) => {
      notices.onHello(hello)
      changes.onOpen(again)
    },
  })
}
