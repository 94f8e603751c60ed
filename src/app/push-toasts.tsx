import { useEffect } from 'react'
import { backend } from '~/src/api/chosen-backend'
import { useHear } from './use-hear'
import { useMe } from './use-me'

/** Shows what the backend sends to this browser while the panel is open. */
export const PushToasts = () => {
  const me = useMe()
  const hear = useHear()
  useEffect(() => {
    if (me) void backend.startPush?.(me, hear)
  }, [me, hear])
  return null
}
