import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds between two checks whether the screen has loaded its data. */
const INTERVAL = 2000

/** Resolves once the first data is on the screen, for code that nothing visible waits for. */
export const whenLoaded = async (queries: QueryClient) => {
  do await new Promise(resolve => setTimeout(resolve, INTERVAL))
  while (queries.isFetching() > 0)
}
