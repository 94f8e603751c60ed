import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds between two checks. */
const LOOK = 2000

/** Resolves once the first data is on the screen. */
export const firstData = async (queries: QueryClient) => {
  do await new Promise(resolve => setTimeout(resolve, LOOK))
  while (queries.isFetching() > 0)
}
