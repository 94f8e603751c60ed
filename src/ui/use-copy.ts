import { useTranslate } from 'react-admin'
import { useToast } from './failure-text'

/**
 * Copies a text and returns whether it succeeded: the clipboard requires https, and browsers may refuse it.
 */
export const useCopy = () => {
  const toast = useToast()
  const translate = useTranslate()
  return async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      toast(translate('admin.copy.failed'), 'error')
      return false
    }
    toast(translate('admin.copy.done'), 'success')
    return true
  }
}
