import { useCallback } from 'react'
import { useNotify } from 'react-admin'
import type { PushMessage } from '~/src/api/backend'

/** Milliseconds: it comes unasked, and so must be found and read. */
const DISPLAY_TIME = 8000

/** Shows what the backend tells the person, as a toast. */
export const usePushToast = () => {
  const notify = useNotify()
  return useCallback(
    ({ title, body }: PushMessage) => {
      const text = [title, body].filter(Boolean).join(' — ')
      // In words already: react-admin would take them for a key, and warn.
      notify(text, { type: 'info', autoHideDuration: DISPLAY_TIME, messageArgs: { _: text } })
    },
    [notify],
  )
}
