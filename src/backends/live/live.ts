import type { QueryClient } from '@tanstack/react-query'
import type { Backend } from '~/src/backends/backend'
import { clientId, isLeaving, sessionToken } from '~/src/backends/session'
import { changesFor } from './follow-changes'
import { followStream } from './live-stream'

/** Keeps what is on the screen as it is on the server, while the session lasts. @returns what ends it */
export const startLive = (backend: Pick<Backend, 'apiUrl'>, queries: QueryClient) =>
  followStream({
    ...changesFor(queries),
    connect: async signal => {
      const token = sessionToken()
      if (token === null || isLeaving()) return new Response(null, { status: 401 })
      return fetch(`${await backend.apiUrl()}/stream`, {
        signal,
        cache: 'no-store',
        headers: {
          Accept: 'text/event-stream',
          Authorization: `Bearer ${token}`,
          'X-Client-Id': clientId(),
        },
      })
    },
  })
