import { useNotify } from 'react-admin'

/** Notifies in words that are translated already: react-admin would take them for a key, and warn. */
export const useToast = () => {
  const notify = useNotify()
  return (text: string, type: 'success' | 'error') => notify(text, { type, messageArgs: { _: text } })
}
