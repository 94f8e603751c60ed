import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { backend } from '~/src/api/chosen-backend'
import { useMe } from './use-me'
import { usePushToast } from './use-push-toast'
import { whenLoaded } from './when-loaded'

/** Shows the messages that the backend sends to this browser while the panel is open. */
export const PushToasts = () => {
  const me = useMe()
  const hear = usePushToast()
  const queries = useQueryClient()
  useEffect(() => {
    let gone = false
    if (me)
      void whenLoaded(queries).then(() => {
        if (!gone) void backend.startPush?.(me, hear)
      })
    return () => {
      gone = true
    }
  }, [me, hear, queries])
  return null
}
