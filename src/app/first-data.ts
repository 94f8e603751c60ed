import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds between two checks. */
const POLL_INTERVAL = 2000

/** Resolves once the first data is on the screen. */
export const firstData = async (queries: QueryClient) => {
  do await new Promise(resolve => setTimeout(resolve, POLL_INTERVAL))
  while (queries.isFetching() > 0)
}
