import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { backend } from '~/src/api/chosen-backend'
import { usePushToast } from './use-push-toast'

/** Milliseconds between two looks whether the screen has what it asked for. */
const LOOK = 2000

/** Fetched once the first answers are on the screen: nothing that is shown waits for it. */
const start = async (queries: QueryClient) => {
  do await new Promise(resolve => setTimeout(resolve, LOOK))
  while (queries.isFetching() > 0)
  return import('~/src/api/live/live')
}

/** Keeps the screen in step with the server's own stream. The cloud's project has none. */
export const LiveChanges = () => {
  const queries = useQueryClient()
  const hear = usePushToast()
  useEffect(() => {
    if (__BACKEND__ !== 'onpremise') return
    const reading = performance.now()
    let end: (() => void) | undefined
    let gone = false
    start(queries)
      .then(({ startLive }) => {
        if (!gone) end = startLive(backend, queries, hear, reading)
      })
      // Offline, for instance: the panel works as before, and is asked to refresh by hand.
      .catch(() => undefined)
    return () => {
      gone = true
      end?.()
    }
  }, [queries, hear])
  return null
}
