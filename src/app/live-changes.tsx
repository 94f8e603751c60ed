import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { backend } from '~/src/api/chosen-backend'
import { usePushToast } from './use-push-toast'
import { whenLoaded } from './when-loaded'

/** Keeps the screen in sync through the server's event stream. The cloud's project has none. */
export const LiveChanges = () => {
  const queries = useQueryClient()
  const hear = usePushToast()
  useEffect(() => {
    if (__BACKEND__ !== 'onpremise') return
    const reading = performance.now()
    let end: (() => void) | undefined
    let gone = false
    whenLoaded(queries)
      .then(() => import('~/src/api/live/live'))
      .then(({ startLive }) => {
        if (!gone) end = startLive(backend, queries, hear, reading)
      })
      // Offline, for instance: the panel works without live updates, and is refreshed manually.
      .catch(() => undefined)
    return () => {
      gone = true
      end?.()
    }
  }, [queries, hear])
  return null
}
