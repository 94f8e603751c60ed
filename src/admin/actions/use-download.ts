import { useDataProvider, useRecordContext } from 'react-admin'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { failureOf } from '~/src/api/contract/records'
import { useFailureText, useToast } from '~/src/ui/failure-text'

/** A missing file is not the user's error: it is logged, never shown (specification §8). */
const isGone = (error: unknown) => failureOf(error).status === 404

/** Opens a file of the record in context in a new window, through a fresh signed URL. */
export const useDownload = (resource: string, path: string, quiet = false) => {
  const provider = useDataProvider<PanelDataProvider>()
  const record = useRecordContext()
  const toast = useToast()
  const textOf = useFailureText()
  return async () => {
    if (!record) return
    try {
      window.open(await provider.fileUrl(resource, record.id, path), '_blank', 'noopener')
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: a missing file is reported in the browser's log.
      if (quiet && isGone(error)) console.debug(`No file ${path} of ${resource} ${record.id}`, error)
      else toast(textOf(error).text, 'error')
    }
  }
}
