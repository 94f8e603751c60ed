import { useNotify } from 'react-admin'

/** Shows a toast with translated text, which react-admin would take for a key, and warn. */
export const useToast = () => {
  const notify = useNotify()
  return (text: string, type: 'success' | 'warning' | 'error') =>
    notify(text, { type, messageArgs: { _: text } })
}
