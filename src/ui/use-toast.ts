import { useNotify } from 'react-admin'

/** Shows a toast with translated text; react-admin alone would treat it as a key, and warn. */
export const useToast = () => {
  const notify = useNotify()
  return (text: string, type: 'success' | 'warning' | 'error') =>
    notify(text, { type, messageArgs: { _: text } })
}
