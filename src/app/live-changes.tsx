import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { backend } from '~/src/api/chosen-backend'
import { firstData } from './first-data'
import { usePushToast } from './use-push-toast'

/** Nothing visible waits for it. */
const start = async (queries: QueryClient) => {
  await firstData(queries)
  return import('~/src/api/live/live')
}

/** Keeps the screen in sync through the server's event stream. The cloud's project has none. */
export const LiveChanges = () => {
  const queries = useQueryClient()
  const showToast = usePushToast()
  useEffect(() => {
    if (__BACKEND__ !== 'onpremise') return
    const reading = performance.now()
    let end: (() => void) | undefined
    let gone = false
    start(queries)
      .then(({ startLive }) => {
        if (!gone) end = startLive(backend, queries, showToast, reading)
      })
      // Offline, for instance: the panel works without live updates, and is refreshed manually.
      .catch(() => undefined)
    return () => {
      gone = true
      end?.()
    }
  }, [queries, showToast])
  return null
}
