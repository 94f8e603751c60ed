import { useEffect } from 'react'
import { useNotify } from 'react-admin'
import { backend } from '~/src/backends/chosen-backend'
import { useMe } from './use-me'

/** Shows what the backend sends to this browser while the panel is open. */
export const PushToasts = () => {
  const me = useMe()
  const notify = useNotify()
  useEffect(() => {
    if (!me) return
    void backend.startPush?.(me, ({ title, body }) =>
      notify([title, body].filter(Boolean).join(' — '), { type: 'info', autoHideDuration: 8000 }),
    )
  }, [me, notify])
  return null
}
