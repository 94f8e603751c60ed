import { QueryClient } from '@tanstack/react-query'
import { BackendError } from '~/src/api/backend-error'

const statusOf = (error: unknown) => {
  if (error instanceof BackendError) return error.status
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0
  return typeof status === 'number' ? status : 0
}

/** Retries once if the server could not answer; never after a refusal, which would be repeated. */
const retry = (failures: number, error: unknown) => {
  const status = statusOf(error)
  return failures < 1 && (status === 0 || status >= 500)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, retryDelay: 500 },
    // Offline, a change fails at once and says so: react-query would wait for the network silently, and make it then.
    mutations: { networkMode: 'always' },
  },
})
