import { useEffect } from 'react'
import { backend } from '~/src/api/chosen-backend'
import { useMe } from './use-me'
import { usePushToast } from './use-push-toast'

/** Shows the messages that the backend sends to this browser while the panel is open. */
export const PushToasts = () => {
  const me = useMe()
  const showToast = usePushToast()
  useEffect(() => {
    if (me) void backend.startPush?.(me, showToast)
  }, [me, showToast])
  return null
}
