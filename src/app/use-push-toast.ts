import { useCallback } from 'react'
import { useNotify } from 'react-admin'
import type { PushMessage } from '~/src/api/backend'

/** Milliseconds: the toast is unexpected, and must be noticed and read. */
const DISPLAY_TIME = 8000

/** Shows the backend's push messages as toasts. */
export const usePushToast = () => {
  const notify = useNotify()
  return useCallback(
    ({ title, body }: PushMessage) => {
      const text = [title, body].filter(Boolean).join(' — ')
      // Already translated: react-admin would take the text for a key, and warn.
      notify(text, { type: 'info', autoHideDuration: DISPLAY_TIME, messageArgs: { _: text } })
    },
    [notify],
  )
}
