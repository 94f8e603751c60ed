import { useTranslate } from 'react-admin'
import { acceptedEndings } from './accepts'
import type { FileRefusal } from './examine-file'

/** Names a refused file, what it is and what is accepted, after the sentence of specification §6. */
export const useRefusalText = () => {
  const translate = useTranslate()
  return ({ format, name, declared, problem }: FileRefusal, accept: readonly string[] | undefined) => {
    if (problem) return translate(`admin.upload.${problem}File`, { name })
    const reason = translate('errors.fileFormat', { format })
    const isDisguised = declared && declared !== format
    const sentence = isDisguised
      ? translate('admin.upload.disguised', { reason, name, found: format, declared })
      : translate('admin.upload.refused', { reason, name })
    return accept
      ? `${sentence} ${translate('admin.upload.accepted', { types: acceptedEndings(accept) })}`
      : sentence
  }
}
