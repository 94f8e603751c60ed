import { useTranslate } from 'react-admin'
import { useTell } from './use-toast'

/** Copies a text and says whether it did: a page that is not on https has no clipboard, and a browser may refuse it. */
export const useCopy = () => {
  const tell = useTell()
  const translate = useTranslate()
  return async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      tell(translate('kit.copy.failed'), 'error')
      return false
    }
    tell(translate('kit.copy.done'), 'success')
    return true
  }
}
