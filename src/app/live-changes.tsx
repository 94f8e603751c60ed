import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { backend } from '~/src/backends/chosen-backend'

/** Fetched once the panel is on the screen: nothing that is shown waits for it. */
const start = () => import('~/src/backends/live/live')

/** Keeps the screen in step with the server's own stream. The cloud's project has none. */
export const LiveChanges = () => {
  const queries = useQueryClient()
  useEffect(() => {
    if (__BACKEND__ !== 'onpremise') return
    let end: (() => void) | undefined
    let gone = false
    start()
      .then(({ startLive }) => {
        if (!gone) end = startLive(backend, queries)
      })
      // Offline, for instance: the panel works as before, and is asked to refresh by hand.
      .catch(() => undefined)
    return () => {
      gone = true
      end?.()
    }
  }, [queries])
  return null
}
